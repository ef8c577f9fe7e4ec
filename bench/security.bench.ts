import { readdirSync, readFileSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../app/routes";
import { atMost, type Figure, percentile, round } from "./figure";
import { localWith, signIn } from "./local";

const requests = Number(process.env.FUZZ ?? 100_000);
const parallel = 8;
const bodyBytes = 100_000_000;
const seed = Number(process.env.SEED ?? 1);

interface Answer {
  /** Null where the connection was cut before an answer. */
  status: number | null;
  text: string;
}

/** Hostile input against the built Worker: what it costs, and how often it is answered with a failure. SEED repeats a run. */
export async function run(): Promise<Figure[]> {
  const { worker, url, admin } = await localWith(200);
  try {
    const household = await signIn(url, "household@example.com");
    const [manager, technician] = [
      await signIn(url, "manager@example.com"),
      await signIn(url, "technician@example.com"),
    ];
    const bodies = await endlessBodies(url);
    const credentials = [admin, household, manager, technician].map(({ cookies }) =>
      [...cookies].map(([k, v]) => `${k}=${v}`).join("; "),
    );
    return [...bodies, ...(await fuzz(url, credentials))];
  } finally {
    await worker.dispose();
  }
}

const form = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };
const json = { "content-type": "application/json" };
const guests: [string, Record<string, string>][] = [
  ["/login", form],
  ["/resources/imports", { ...form, "content-type": "multipart/form-data; boundary=x" }],
  ["/api/auth/login", json],
  ["/api/webhooks/plaid", json],
];

/** What 100 MB from a guest cost, with and without their length, beside a request of the same kind that is small. */
async function endlessBodies(url: URL): Promise<Figure[]> {
  const cpu: number[] = [];
  let rise = 0;
  for (const [path, headers] of guests) {
    for (const declared of [true, false]) {
      await send(url, { method: "POST", path, headers, body: "a=b" });
      const before = workerd();
      await upload(url, { path, headers, declared });
      const after = workerd();
      cpu.push(after.cpuMs - before.cpuMs);
      rise = Math.max(rise, after.rssMb - before.rssMb);
    }
  }
  return [
    atMost("CPU for 100 MB from a guest, worst of 8", Math.max(...cpu), 50, " ms"),
    { figure: "the same, median", value: `${round(percentile(cpu, 0.5))} ms` },
    atMost("memory kept after 100 MB from a guest, worst of 8", rise, 20, " MB"),
  ];
}

/** CPU time and memory of all workerd processes that this process started. */
function workerd(): { cpuMs: number; rssMb: number } {
  let [ticks, pages] = [0, 0];
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (!stat.includes("(workerd)") || Number(fields[1]) !== process.pid) continue;
      ticks += Number(fields[11]) + Number(fields[12]);
      pages += Number(fields[21]);
    } catch {
      // A process that ended meanwhile.
    }
  }
  return { cpuMs: ticks * 10, rssMb: (pages * 4096) / 1_000_000 };
}

interface Upload {
  path: string;
  headers: Record<string, string>;
  declared: boolean;
}

/** Sends until it is answered or cut off. */
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
  headers?: Record<string, string>;
  body?: string;
}

function send(url: URL, { method, path, headers = {}, body }: Sent): Promise<Answer> {
  return new Promise((resolve) => {
    const sending = request(new URL(path, url), { method, headers, agent: false }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        if (text.length < 100_000) text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? null, text }));
      answer.on("error", () => resolve({ status: null, text }));
    });
    sending.on("error", () => resolve({ status: null, text: "" }));
    sending.end(body);
  });
}

// biome-ignore format: a list of words
const values = ["", " ", "0", "-1", "1e309", "NaN", "null", "true", "[]", "{}", "%00", "a".repeat(60), "é".repeat(60), "%_".repeat(40), "'\"--", "../../etc/passwd", "9999-12-31", "0001-01-01", "2026-02-30", "2026-11-22T25:00:00Z", "0192f000-0000-7000-8000-000000000000", "constructor", "__proto__", "toString", "AND OR NOT *", "🔥".repeat(20), "\u202e", "x".repeat(5000)];
// biome-ignore format: a list of words
const dates = ["9999-12-31", "0000-01-01", "2026-02-30", "2026-13-01", "+012026-01-01", "2026-11-22T25:00:00Z", "1969-12-31T23:59:59.999Z", "2026-11-22T08:00:00+14:00", "2026-W47", "20261122", "١٢"];
// biome-ignore format: a list of words
const searches = ["é".repeat(49), "ü".repeat(51), "İ".repeat(30), "ß".repeat(400), "日本語".repeat(40), "a b ".repeat(300), "\"unclosed", "NEAR(a b)", "col:x", "*", "-", "(((", "%", "_".repeat(51), "\u0000", "e\u0301".repeat(60)];
/** Cookies of ours with what nobody gave out. */
const cookies = [
  "session",
  "refresh",
  "device",
  "flow",
  "plenum_bookmark",
  "plenum_theme",
  "plenum_folded",
  "plenum_toast",
  "plenum_consent",
];
const payloads: unknown[] = [
  null,
  null,
  [],
  {},
  7,
  true,
  "",
  ...values,
  { toString: 1 },
  [null],
  { $ne: 1 },
  -1,
  1e21,
  0.1,
];

/** Every documented operation and every page with parameters, headers and bodies that nobody meant. */
async function fuzz(url: URL, credentials: string[]): Promise<Figure[]> {
  const random = generator(seed);
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const operations = await operationsOf(url);
  // Signing out would end the run.
  const pages = [...new Set(addresses(await routes))].filter((path) => !path.startsWith("/auth/sign-out"));
  const failed = new Map<string, number>();
  let [failures, lost, leaks, left] = [0, 0, 0, requests];
  const times: number[] = [];

  const one = (): Sent => {
    const isPage = random() < 0.35;
    const operation = pick(operations);
    const template = isPage ? pick(pages) : `/api${operation.path.replace(/^\/api/, "")}`;
    const path = template.replace(/\{\w+\}|:\w+\??/g, () => encodeURIComponent(pick(values) || "x"));
    const query = operation.query
      .filter(() => random() < 0.5)
      .map((name) => `${name}=${encodeURIComponent(pick(pick([values, dates, searches])))}`);
    if (random() < 0.3)
      query.push(
        `${pick(["q", "search", "date", "from", "to", "month", "cursor", "limit", "intent", "view"])}=${encodeURIComponent(pick(pick([values, dates, searches])))}`,
      );
    const method = isPage ? pick(["GET", "GET", "POST"]) : operation.method;
    const headers: Record<string, string> = { origin: url.origin };
    if (random() < 0.85) headers.cookie = pick(credentials);
    if (random() < 0.1)
      headers.authorization = `${pick(["Bearer", "bearer", "Basic", "Bearer Bearer"])} ${pick(["a", "a.a", "a.a.a", "e30.e30", "bnVsbA.AA", "x".repeat(900), "é"].map(encodeURIComponent))}`;
    if (random() < 0.15)
      headers.cookie = `${pick(cookies)}=${pick(["%00", "x", "a".repeat(900), "%", "null", "[]", '{"tone":1}', "%F0%28%8C%28"])}; ${headers.cookie ?? ""}`;
    if (random() < 0.1) headers["idempotency-key"] = pick(["a", "k".repeat(8), "k".repeat(201), "k".repeat(200)]);
    if (random() < 0.05) headers.origin = pick(["null", "https://evil.example", "x"]);
    if (random() < 0.2) headers["sec-fetch-site"] = pick(["same-origin", "cross-site", "none", "x"]);
    if (method === "GET") return { method, path: `${path}?${query.join("&")}`, headers };
    headers["content-type"] = isPage
      ? form["content-type"]
      : pick([json["content-type"], json["content-type"], "text/plain", form["content-type"]]);
    const fields = Object.fromEntries(
      operation.fields
        .filter(() => random() < 0.7)
        .map((name) => [name, pick(pick<readonly unknown[]>([payloads, payloads, dates, searches]))]),
    );
    const body = isPage
      ? new URLSearchParams(
          Object.entries({ intent: pick(values), ...fields }).map(([name, value]) => [
            name,
            typeof value === "string" ? value : JSON.stringify(value),
          ]),
        ).toString()
      : random() < 0.1
        ? pick(["", "{", "null", "[]", '"', "{".repeat(5000)])
        : JSON.stringify(fields);
    return { method, path: `${path}?${query.join("&")}`, headers, body };
  };

  const worker = async () => {
    while (left-- > 0) {
      const sent = one();
      const started = performance.now();
      const { status, text } = await send(url, sent);
      times.push(performance.now() - started);
      if (status === null) lost += 1;
      if (/\bat \w+ \(file:|SQLITE_ERROR|D1_ERROR|node_modules/.test(text)) leaks += 1;
      if (status !== null && status < 500) continue;
      failures += 1;
      const kind = `${status ?? "lost"} ${sent.method} ${sent.path.split("?")[0]?.slice(0, 60)}`;
      failed.set(kind, (failed.get(kind) ?? 0) + 1);
      if (process.env.VERBOSE) console.log(JSON.stringify({ status, ...sent }).slice(0, 900));
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  const worst = [...failed].sort((a, b) => b[1] - a[1]).slice(0, 10);
  return [
    { figure: "hostile requests", value: requests },
    atMost("of them answered 5xx or not at all", failures, 0),
    atMost("connections lost", lost, 0),
    atMost("answers with a stack or a statement in them", leaks, 0),
    { figure: "time to answer one, p99", value: `${round(percentile(times, 0.99))} ms` },
    ...worst.map(([figure, value]): Figure => ({ figure: `  ${figure}`, value })),
  ];
}

interface FuzzOperation {
  method: string;
  path: string;
  query: string[];
  fields: string[];
}

interface Documented {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, unknown> } }> };
}

async function operationsOf(url: URL): Promise<FuzzOperation[]> {
  const document: { paths: Record<string, Record<string, Documented>> } = await (
    await fetch(new URL("/api/openapi.json", url))
  ).json();
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters.filter((one) => one.in === "query").map(({ name }) => name),
      fields: Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema?.properties ?? {})),
    })),
  );
}

/** Every address of routes.ts. */
function addresses(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const at = path === undefined ? parent : `${parent}/${path}`;
    return [...(path !== undefined || index ? [at || "/"] : []), ...addresses(children, at)];
  });
}

/** mulberry32: the same numbers for the same seed. */
function generator(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}
