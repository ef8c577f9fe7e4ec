import { readdirSync, readFileSync } from "node:fs";
import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { BUSY, BUSY_SECONDS } from "~/domain/shared/errors";
import { atMost, type Figure, percentile, round } from "./figure";
import { fuzzTargets, type HostileRequest, hostileRequests, sendHostile } from "./fuzz";
import { localWith, signIn } from "./local";

const requests = Number(process.env.FUZZ ?? 100_000);
const parallel = 8;
const bodyBytes = 100_000_000;
const seed = Number(process.env.SEED ?? 1);
const [slice = 1, slices = 1] = (process.env.SLICE ?? "1/1").split("/").map(Number);

/**
 * Hostile input against the built Worker: its cost, and how often the response is a server error. SEED repeats a run; SLICE=3/10
 * sends only the third tenth of the same FUZZ requests, FUZZ=0 none.
 */
export async function run(): Promise<Figure[]> {
  const { worker } = await localWith(200, { direct: true });
  try {
    const url = await worker.unsafeGetDirectURL();
    const bodies = slices > 1 ? [] : await endlessBodies(url);
    return requests > 0 ? [...bodies, ...(await fuzz(url))] : bodies;
  } finally {
    await worker.dispose();
  }
}

const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
const multipart = { "content-type": "multipart/form-data; boundary=x", "sec-fetch-site": "same-origin" };
const json = { "content-type": "application/json" };
/** Endpoints of every kind that accepts a body. */
const places: [string, Record<string, string>][] = [
  ["/login", form],
  ["/signup.data", form],
  ["/api/auth/login", json],
  ["/api/work-orders", json],
  ["/api/webhooks/plaid", json],
  ["/resources/imports", multipart],
  ["/resources/technician-mutations/1", multipart],
  ["/settings", multipart],
  ["/api/work-orders/1/photos", multipart],
  ["/api/nothing-here", json],
];
const repeats = Number(process.env.REPEATS ?? 5);

/**
 * CPU time of 100 MB sent by a guest beyond the Worker's idle time, with and without a declared length, compared with three bytes
 * sent to the same endpoints: the engine's own work sometimes affects both.
 */
async function endlessBodies(url: URL): Promise<Figure[]> {
  const measured: { place: string; cpuMs: number }[] = [];
  const small: number[] = [];
  const three = (path: string, headers: Record<string, string>) =>
    send(url, { method: "POST", path, headers, body: "a=b" });
  for (const [path, headers] of places) await three(path, headers);
  for (const [path, headers] of places) await upload(url, { path, headers, declared: false });
  const atStart = workerd().rssMb;
  for (const [path, headers] of places) {
    for (const declared of [true, false]) {
      for (let at = 0; at < repeats; at += 1) {
        small.push(await cpuOf(() => three(path, headers)));
        const cpuMs = await cpuOf(() => upload(url, { path, headers, declared }));
        measured.push({ place: `${path} ${declared ? "declared" : "chunked"}`, cpuMs });
      }
    }
  }
  const rise = workerd().rssMb - atStart;
  const times = measured.map(({ cpuMs }) => cpuMs);
  const worst = measured.reduce((most, each) => (each.cpuMs > most.cpuMs ? each : most));
  const worstSmall = Math.max(...small);
  if (process.env.VERBOSE) for (const { place, cpuMs } of measured) console.log(place, round(cpuMs));
  return [
    { figure: `CPU for 100 MB from a guest, worst of ${times.length}`, value: `${round(worst.cpuMs)} ms` },
    { figure: "  where", value: worst.place },
    { figure: "the same, median", value: `${round(percentile(times, 0.5))} ms` },
    { figure: "three bytes at the same places, worst", value: `${round(worstSmall)} ms` },
    { figure: "three bytes at the same places, median", value: `${round(percentile(small, 0.5))} ms` },
    atMost(
      "CPU for 100 MB beyond that for three bytes, worst of each",
      Math.max(0, worst.cpuMs - worstSmall),
      50,
      " ms",
    ),
    atMost("memory kept after all of them", Math.max(0, rise), 20, " MB"),
  ];
}

/** CPU time of the Worker's process for a request, including what remains after its response, beyond its idle time. */
async function cpuOf(ask: () => Promise<void>): Promise<number> {
  const before = workerd();
  const started = performance.now();
  await ask();
  await setTimeout(50);
  const after = workerd();
  await setTimeout(performance.now() - started);
  const idle = workerd();
  return after.cpuMs - before.cpuMs - (idle.cpuMs - after.cpuMs);
}

/** CPU time and memory of all workerd processes started by this process. */
function workerd(): { cpuMs: number; rssMb: number } {
  let [ns, pages] = [0, 0];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (!stat.includes("(workerd)") || Number(fields[1]) !== process.pid) continue;
      for (const thread of readdirSync(`/proc/${pid}/task`)) {
        ns += Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ")[0]);
      }
      pages += Number(fields[21]);
    } catch {
      // The process has ended in the meantime.
    }
  }
  return { cpuMs: ns / 1_000_000, rssMb: (pages * 4096) / 1_000_000 };
}

interface Upload {
  path: string;
  headers: Record<string, string>;
  declared: boolean;
}

/** Sends until there is a response or the connection is closed. */
function upload(url: URL, { path, headers, declared }: Upload): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, "a");
  return new Promise((resolve) => {
    let sent = 0;
    let done = false;
    const end = () => {
      done = true;
      sending.destroy();
      resolve();
    };
    const length: Record<string, string> = declared ? { "content-length": String(bodyBytes) } : {};
    const sending: ClientRequest = request(
      new URL(path, url),
      { method: "POST", headers: { ...headers, ...length }, agent: false },
      end,
    );
    sending.on("error", end);
    const pump = () => {
      while (!done && sent + chunk.length <= bodyBytes) {
        sent += chunk.length;
        if (!sending.write(chunk)) {
          sending.once("drain", pump);
          return;
        }
      }
      if (!done) sending.end();
    };
    pump();
  });
}

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

function send(url: URL, { method, path, headers, body }: Sent): Promise<void> {
  return new Promise((resolve) => {
    const sending = request(new URL(path, url), { method, headers, agent: false }, (answer) => {
      answer.resume();
      answer.on("end", resolve);
    });
    sending.on("error", () => resolve());
    sending.end(body);
  });
}

const ACTORS = [
  "admin@example.com",
  "manager@example.com",
  "technician@example.com",
  "household@example.com",
  "owner@redrock.example.com",
  "second-household@example.com",
];
/** How many requests pass between checks of which sessions have ended and must be renewed. */
const CHECKED_EVERY = 250;

/** Every documented operation and every page with invalid or hostile parameters, headers and bodies. */
async function fuzz(url: URL): Promise<Figure[]> {
  const records = await recordIds(url);
  const all = hostileRequests(await fuzzTargets(url), { seed, count: requests, actors: ACTORS.length });
  const mine = all.filter((_, at) => at % slices === slice - 1);
  const failed = new Map<string, number>();
  const statuses = new Map<number | null, number>();
  const times: number[] = [];
  let [lost, leaks, busy] = [0, 0, 0];
  let credentials = ACTORS.map(() => "");

  const sendNext = async (agent: Agent, waiting: Iterator<HostileRequest>) => {
    for (let { value: hostile, done } = waiting.next(); !done; { value: hostile, done } = waiting.next()) {
      let started = performance.now();
      let { status, text } = await sendHostile({ url, agent, credentials, records }, hostile);
      for (let again = 0; again < 5 && status === 503 && text.includes(BUSY); again += 1) {
        busy += 1;
        await setTimeout(BUSY_SECONDS * 1000);
        started = performance.now();
        ({ status, text } = await sendHostile({ url, agent, credentials, records }, hostile));
      }
      times.push(performance.now() - started);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (status === null) lost += 1;
      if (/\bat \w+ \(file:|SQLITE_ERROR|D1_ERROR|node_modules/.test(text)) leaks += 1;
      if (status !== null && status < 500) continue;
      const kind = `${status ?? "lost"} ${hostile.method} ${hostile.path.split("?")[0]?.slice(0, 60)}`;
      failed.set(kind, (failed.get(kind) ?? 0) + 1);
      if (process.env.VERBOSE)
        console.log(JSON.stringify({ status, text: text.slice(0, 300), hostile }).slice(0, 2500));
    }
  };
  const startedAt = performance.now();
  for (let at = 0; at < mine.length; at += CHECKED_EVERY) {
    credentials = await Promise.all(
      credentials.map((cookie, actor) =>
        stillSignedIn(
          url,
          { email: ACTORS[actor] ?? "", address: `10.255.${actor}.${(at / CHECKED_EVERY) % 250}` },
          cookie,
        ),
      ),
    );
    const waiting = mine.slice(at, at + CHECKED_EVERY).values();
    // A separate agent, since the Worker closes idle connections.
    const agent = new Agent({ keepAlive: true, maxSockets: parallel });
    await Promise.all(Array.from({ length: parallel }, () => sendNext(agent, waiting)));
    agent.destroy();
  }
  const failures = [...failed.values()].reduce((sum, count) => sum + count, 0);
  const worst = [...failed].sort((a, b) => b[1] - a[1]).slice(0, 10);
  const share = slices > 1 ? `, slice ${slice} of ${slices}` : "";
  return [
    { figure: `different hostile requests${share}, seed ${seed}`, value: mine.length },
    atMost("of them answered 5xx or not at all", failures, 0),
    { figure: "turned away by a busy machine, and sent again", value: busy },
    atMost("connections lost", lost, 0),
    atMost("answers with a stack or a statement in them", leaks, 0),
    { figure: "time to answer one, p99", value: `${round(percentile(times, 0.99))} ms` },
    { figure: "requests a second", value: round((mine.length / (performance.now() - startedAt)) * 1000) },
    {
      figure: "answers by status",
      value: [...statuses]
        .sort((a, b) => b[1] - a[1])
        .map(([status, count]) => `${status}: ${count}`)
        .join(", "),
    },
    ...worst.map(([figure, value]): Figure => ({ figure: `  ${figure}`, value })),
  ];
}

/** The actor's cookies; new ones if the session has ended. */
async function stillSignedIn(url: URL, who: { email: string; address: string }, cookie: string): Promise<string> {
  const profile =
    cookie && (await fetch(new URL("/api/auth/profile", url), { headers: { cookie, connection: "close" } }));
  if (profile && profile.status === 200) return cookie;
  const { cookies } = await signIn(url, who.email, who.address);
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** Records of the demo for the requests to use. */
async function recordIds(url: URL): Promise<string[]> {
  const lists: [string, string[]][] = [
    [
      "admin@example.com",
      ["work-orders", "customers", "equipment", "technicians", "service-types"].map((name) => `/api/${name}?limit=10`),
    ],
    ["household@example.com", ["/api/bank-accounts", "/api/expenses", "/api/income", "/api/bank-institutions"]],
  ];
  const found = await Promise.all(
    lists.map(async ([email, paths]) => {
      const visitor = await signIn(url, email);
      return Promise.all(paths.map(async (path) => (await visitor.get(path)).text));
    }),
  );
  const ids = found.flat().flatMap((text) => [...text.matchAll(/"(?:id|number)":"([^"]+)"/g)].map(([, id = ""]) => id));
  return [...new Set(ids), "1", "2"];
}
