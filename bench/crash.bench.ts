import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost, type Figure } from "./figure";
import { signIn } from "./local";
import { copy, type Server, serve, stop } from "./served";

/** Number of kills: `KILLS=200 npm run bench crash`. */
const rounds = Number(process.env.KILLS ?? 20);
const writers = 16;
/** The server is killed in the middle of writing, after a random number of acknowledged writes up to this one. */
const MAX_ACKNOWLEDGED = 150;

interface Written {
  key: string;
  body: { firstName: string; lastName: string; customerType: string };
  /** Null until the response has arrived. */
  id: string | null;
}

/** Kills the server with SIGKILL during writes by sixteen clients, restarts it and checks for what it had acknowledged. */
export async function run(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "plenum-crash-"));
  let lost = 0;
  let doubled = 0;
  let acknowledged = 0;
  let unanswered = 0;
  for (let round = 0; round < rounds; round++) {
    const server = await serve(folder);
    const written = await writeUntilKilled(server, round);
    const again = await serve(folder);
    const admin = await signIn(again.url);
    for (const each of written) {
      if (each.id) acknowledged += 1;
      else unanswered += 1;
      // The retry returns the first run's id if that run was committed; otherwise it creates the row.
      const retry = await admin.post<{ id: string }>("/api/customers", each.body, { "idempotency-key": each.key });
      if (each.id && retry.json?.id !== each.id) lost += 1;
      const found = await admin.get<{ items: unknown[] }>(`/api/customers?search=${each.body.lastName}`);
      if (found.json.items.length !== 1) doubled += 1;
    }
    await stop(again.process, "SIGTERM");
  }
  rmSync(folder, { recursive: true, force: true });
  return [
    { figure: "kills", value: rounds },
    { figure: "writes acknowledged before a kill", value: acknowledged },
    { figure: "writes cut off without an answer", value: unanswered },
    atMost("acknowledged writes lost", lost, 0),
    atMost("retries with more or less than one effect", doubled, 0),
  ];
}

async function writeUntilKilled(server: Server, round: number): Promise<Written[]> {
  const admin = await signIn(server.url);
  const written: Written[] = [];
  let stopped = false;
  let acknowledged = 0;
  const enough = Math.floor(Math.random() * MAX_ACKNOWLEDGED);
  let kill = () => {};
  const reached = new Promise<void>((resolve) => {
    kill = resolve;
  });
  const writer = async (w: number) => {
    for (let n = 0; !stopped; n++) {
      // Searches find names that begin with what was typed, so no name may begin with another.
      const lastName = `Crash${round}x${w}x${n}end`;
      const each: Written = {
        key: `crash-${round}-${w}-${n}`,
        body: { firstName: "Kim", lastName, customerType: "residential" },
        id: null,
      };
      written.push(each);
      const answer = await copy(server.url, admin)
        .post<{ id: string }>("/api/customers", each.body, { "idempotency-key": each.key })
        .catch(() => null);
      if (answer?.status !== 201) return;
      each.id = answer.json.id;
      acknowledged += 1;
      if (acknowledged > enough) kill();
    }
  };
  const all = Array.from({ length: writers }, (_, w) => writer(w));
  await reached;
  await stop(server.process, "SIGKILL");
  stopped = true;
  await Promise.all(all);
  return written;
}
