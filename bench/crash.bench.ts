import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atMost, type Figure } from "./figure";
import { signIn } from "./local";
import { copy, type Server, serve, stop } from "./served";

const rounds = 20;
const writers = 16;

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
    { figure: `writes acknowledged before ${rounds} kills`, value: acknowledged },
    { figure: "writes cut off without an answer", value: unanswered },
    atMost("acknowledged writes lost", lost, 0),
    atMost("retries with more or less than one effect", doubled, 0),
  ];
}

async function writeUntilKilled(server: Server, round: number): Promise<Written[]> {
  const admin = await signIn(server.url);
  const written: Written[] = [];
  let stopped = false;
  const writer = async (w: number) => {
    for (let n = 0; !stopped; n++) {
      const lastName = `Crash${round}x${w}x${n}`;
      const each: Written = {
        key: `crash-${round}-${w}-${n}`,
        body: { firstName: "Kim", lastName, customerType: "residential" },
        id: null,
      };
      written.push(each);
      const answer = await copy(server.url, admin)
        .post<{ id: string }>("/api/customers", each.body, { "idempotency-key": each.key })
        .catch(() => null);
      if (answer?.status === 201) each.id = answer.json.id;
      else return;
    }
  };
  const all = Array.from({ length: writers }, (_, w) => writer(w));
  await new Promise((resolve) => setTimeout(resolve, 150 + Math.random() * 250));
  await stop(server.process, "SIGKILL");
  stopped = true;
  await Promise.all(all);
  return written;
}
