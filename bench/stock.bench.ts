import { Miniflare } from "miniflare";
import { Visitor } from "../tests/support/visitor";
import { atMost, type Figure, round } from "./figure";
import { KeepAlive, Refused } from "./keep-alive";
import { type Local, localWith } from "./local";
import { recordedEntry } from "./recorded-entry.mjs";
import { provenSchedules } from "./schedules";
import { trytonMovements } from "./tryton";

const writers = 32;
const movements = 1600;
const linesAtOnce = 25;
/** Each has 500 operations. Number of schedules: `STOCK_SCHEDULES=1000 npm run bench stock`. */
const schedules = Number(process.env.STOCK_SCHEDULES ?? 10);
/** The response of an overloaded Worker: the caller should retry. */
const SHED = 503;
/** Count across the whole run. */
let sheds = 0;

interface Made {
  id: string;
}

/** 32 writers on one item, and random schedules with failures compared with a model. */
export async function run(): Promise<Figure[]> {
  const local = await localWith(0, { direct: true, entry: recordedEntry });
  const { worker, url, admin } = local;
  const race = await lastHundred(url, admin);
  const bareBefore = await bareRequestsPerSecond();
  const rate = await movementsPerSecond(local, { writers, lines: 1 });
  const bare = (bareBefore + (await bareRequestsPerSecond())) / 2;
  const replayed = await replayedPerSecond(local);
  const inPostings = await movementsPerSecond(local, { writers, lines: linesAtOnce });
  const compared = await comparedToTryton(local);
  await worker.dispose();
  const seeds = Array.from({ length: schedules }, (_, at) => at + 1);
  const proof = await provenSchedules(seeds, (seed, trouble) => {
    if (trouble !== undefined) console.error(`seed ${seed}: ${trouble}`);
  });
  return [
    { figure: `${writers} writers on the last 100: taken`, value: race.taken, goal: "100", met: race.taken === 100 },
    atMost("the same: on hand below what is reserved, or below zero", race.oversold, 0),
    atLeast500("movements a second, each a request with its audit", rate),
    { figure: "the same of a bare Worker: two D1 batches of one plain INSERT each", value: round(bare) },
    { figure: "movements beside what is bare", value: `${round(rate / bare)} x` },
    { figure: "the statements of one movement sent again without the application, a second", value: round(replayed) },
    { figure: "movements beside their statements alone", value: `${round(rate / replayed)} x` },
    atLeast500(`movements a second in postings of ${linesAtOnce} lines`, inPostings),
    ...compared,
    { figure: "requests that were shed with 503 and sent again", value: sheds },
    {
      figure: `schedules of 500 operations: ${proof.operations} done or refused, ${proof.cuts} cut off, ${proof.bursts} bursts at once`,
      value: `${proof.right} of ${schedules}`,
      goal: `${schedules}`,
      met: proof.right === schedules,
    },
  ];
}

function atLeast500(figure: string, rate: number): Figure {
  return { figure, value: round(rate), goal: "at least 500", met: rate >= 500 };
}

async function newShelf(admin: Visitor, quantity: number): Promise<{ itemId: string; locationId: string }> {
  const name = crypto.randomUUID();
  const item = await admin.post<Made>("/api/inventory/items", {
    ...{ sku: name, name: "Capacitor", primaryCategory: "PARTS", baseUnit: "EA" },
  });
  const location = await admin.post<Made>("/api/inventory/locations", { name, type: "warehouse" });
  const at = { itemId: item.json.id, locationId: location.json.id };
  await admin.post("/api/inventory/movements", { kind: "receipt", lines: [{ ...at, quantity, unitCost: 3 }] });
  return at;
}

function writersOf(url: URL, from: Visitor): Visitor[] {
  return Array.from({ length: writers }, () => {
    const visitor = new Visitor(url);
    for (const [name, value] of from.cookies) visitor.cookies.set(name, value);
    return visitor;
  });
}

const movementsPath = "/api/inventory/movements";
const issueOf = (at: object, lines = 1) => ({
  kind: "issue",
  lines: Array.from({ length: lines }, () => ({ ...at, quantity: 1 })),
});

/** A hundred are available and ten reserved; all clients take until none is left. */
async function lastHundred(url: URL, admin: Visitor): Promise<{ taken: number; oversold: number }> {
  const at = await newShelf(admin, 110);
  await admin.post("/api/inventory/reservations", { ...at, quantity: 10 });
  const taken = await Promise.all(
    writersOf(url, admin).map(async (writer) => {
      let own = 0;
      for (;;) {
        const { status } = await writer.post(movementsPath, issueOf(at));
        if (status === 201) own += 1;
        else if (status === SHED) sheds += 1;
        else return own;
      }
    }),
  );
  const { json } = await admin.get<{ onHand: number; reserved: number }>(`/api/inventory/items/${at.itemId}`);
  return { taken: taken.reduce((sum, own) => sum + own, 0), oversold: Math.max(0, json.reserved - json.onHand) };
}

/** The same 1,000 quantities taken by one writer, here over HTTP and in Tryton within its own process. */
async function comparedToTryton(local: Local): Promise<Figure[]> {
  const theirs = trytonMovements(1000, linesAtOnce);
  if (!theirs) return [{ figure: "Tryton's stock beside it", value: "tryton-modules-stock is not installed" }];
  const single = await movementsPerSecond(local, { writers: 1, lines: 1, count: 1000 });
  const batched = await movementsPerSecond(local, { writers: 1, lines: linesAtOnce, count: 1000 });
  return [
    {
      figure: `1,000 movements of one writer, a second: here, Tryton ${theirs.version}, ratio`,
      value: `${round(single)} / ${round(theirs.single)} / ${round(single / theirs.single)} x`,
    },
    {
      figure: `the same, ${linesAtOnce} at a time`,
      value: `${round(batched)} / ${round(theirs.batched)} / ${round(batched / theirs.batched)} x`,
    },
  ];
}

interface Rush {
  writers: number;
  /** Movements per request. */
  lines: number;
  /** Total movements. */
  count?: number;
}

/** Over open connections and bypassing Miniflare's entry, which together account for two fifths of the time. */
async function movementsPerSecond({ worker, url, admin }: Local, rush: Rush): Promise<number> {
  const { writers, lines, count = movements } = rush;
  const at = await newShelf(admin, 10_000);
  await admin.post("/api/inventory/reservations", { ...at, quantity: 10 });
  const each = Math.ceil(count / writers / lines);
  const base = await worker.unsafeGetDirectURL();
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const client = () => new KeepAlive(base, { cookie, host: url.host, origin: url.origin });
  const clients = Array.from({ length: writers }, client);
  return lines * (await requestsPerSecond(clients, { each, body: issueOf(at, lines) }));
}

/** The most that this machine's local D1 could do: a movement's own round trips, its session's included, and nothing else. */
async function replayedPerSecond({ worker, url, admin }: Local): Promise<number> {
  const at = await newShelf(admin, 10_000);
  const base = await worker.unsafeGetDirectURL();
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, "content-type": "application/json", origin: url.origin, host: url.host };
  const client = () => new KeepAlive(base, { host: url.host });
  const recorder = client();
  for (const n of [0, 1]) await recorder.time(`/record/${n}`, { path: movementsPath, headers, body: issueOf(at) });
  recorder.close();
  return requestsPerSecond(Array.from({ length: writers }, client), { each: movements / writers, path: "/replay" });
}

/** Each client sends its requests one after another and retries rejected ones; only successful ones count. */
async function requestsPerSecond(
  clients: KeepAlive[],
  { each, body = {}, path = movementsPath }: { each: number; body?: object; path?: string },
): Promise<number> {
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let done = 0; done < each; ) {
        try {
          await client.time(path, body);
          done += 1;
        } catch (error) {
          if (!(error instanceof Refused && error.status === SHED)) throw error;
          sheds += 1;
        }
      }
    }),
  );
  const seconds = (performance.now() - started) / 1000;
  for (const client of clients) client.close();
  return (each * clients.length) / seconds;
}

/** The local runtime's limit on this machine: as many D1 round trips as a movement needs, and nothing else. */
async function bareRequestsPerSecond(): Promise<number> {
  const worker = new Miniflare({
    ...{ modules: true, compatibilityDate: "2026-01-01", d1Databases: ["DB"] },
    unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }],
    script: `export default {
      async fetch(request, { DB }) {
        await request.json();
        const session = DB.withSession("first-unconstrained");
        const row = () => session.prepare("INSERT INTO rows (id) VALUES (?)").bind(crypto.randomUUID());
        await session.batch([row()]);
        await session.batch([row()]);
        return Response.json({}, { status: 201 });
      },
    };`,
  });
  const db = await worker.getD1Database("DB");
  await db.prepare("CREATE TABLE rows (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID").run();
  const base = await worker.unsafeGetDirectURL();
  const clients = Array.from({ length: writers }, () => new KeepAlive(base));
  const rate = await requestsPerSecond(clients, { each: movements / writers });
  await worker.dispose();
  return rate;
}
