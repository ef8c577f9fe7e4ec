import { readdirSync, readFileSync } from "node:fs";
import { type Agent, request } from "node:http";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../app/routes";

/** An invalid or hostile request. Its sender and records are given by number, so that it is the same in every run. */
export interface HostileRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  /** Index of the actor; null sends no one's credentials. */
  actor: number | null;
  /** A client's IP address, varied so that one client's rate limits do not hide what lies behind them. */
  address: string;
}

export interface Answer {
  /** Null if the connection was closed before a response. */
  status: number | null;
  text: string;
}

interface Operation {
  method: string;
  path: string;
  query: string[];
  fields: string[];
}

export interface Targets {
  operations: Operation[];
  /** Paths of routes.ts, as patterns. */
  pages: string[];
  /** Intents known to the screens' forms. */
  intents: string[];
}

// biome-ignore format: a list of words
const values = ["", " ", "0", "-1", "1e309", "NaN", "null", "true", "[]", "{}", "%00", "a".repeat(60), "é".repeat(60), "%_".repeat(40), "'\"--", "../../etc/passwd", "9999-12-31", "0001-01-01", "2026-02-30", "2026-11-22T25:00:00Z", "0192f000-0000-7000-8000-000000000000", "constructor", "__proto__", "toString", "AND OR NOT *", "🔥".repeat(20), "\u202e", "x".repeat(5000)];
// biome-ignore format: a list of words
const dates = ["9999-12-31", "0000-01-01", "2026-02-30", "2026-13-01", "+012026-01-01", "2026-11-22T25:00:00Z", "1969-12-31T23:59:59.999Z", "2026-11-22T08:00:00+14:00", "2026-W47", "20261122", "١٢", "2026-11-22", "2026-12-31", "1900-01-01", "2099-06"];
// biome-ignore format: a list of words
const searches = ["é".repeat(49), "ü".repeat(51), "İ".repeat(30), "ß".repeat(400), "日本語".repeat(40), "a b ".repeat(300), "\"unclosed", "NEAR(a b)", "col:x", "*", "-", "(((", "%", "_".repeat(51), "\u0000", "e\u0301".repeat(60), "smith", "wo-001"];
// biome-ignore format: a list of words
const ordinary = ["Name", "1", "12.50", "scheduled", "2026-11-22", "2026-11-22T15:00:00Z", "user@example.com", "checking", "USD", "monthly", "residential", "high", "on", "America/Chicago"];
const payloads: unknown[] = [
  ...[null, null, [], {}, 7, true, "", ...values],
  ...[{ toString: 1 }, [null], { $ne: 1 }, -1, 1e21, 0.1],
];
/** Our cookies with values that were never issued. */
// biome-ignore format: a list of words
const cookies = ["session", "refresh", "device", "flow", "plenum_bookmark", "plenum_theme", "plenum_folded", "plenum_toast", "plenum_consent"];
// biome-ignore format: a list of words
const cookieValues = ["%00", "x", "a".repeat(900), "%", "null", "[]", '{"tone":1}', "%F0%28%8C%28"];
// biome-ignore format: a list of words
const bearers = ["a", "a.a", "a.a.a", "e30.e30", "bnVsbA.AA", "x".repeat(900), "é", ".", "YQ.YQ"];
// biome-ignore format: a list of words
const parameters = ["q", "search", "date", "from", "to", "month", "cursor", "limit", "intent", "view", "token", "of", "status", "sort", "id"];
/** Would end a session or open an endless body, which would change what the run tests. */
const UNSENT = /sign-out|logout|\/refresh$/;

const FORM = "application/x-www-form-urlencoded";
const JSON_TYPE = "application/json";
/** In a path or body: replaced with the id of an existing record. */
const RECORD = /~(\d+)~/g;

/** `count` requests for a seed, all different. */
export function hostileRequests(
  targets: Targets,
  { seed, count, actors }: { seed: number; count: number; actors: number },
) {
  const random = generator(seed);
  const known = new Set<string>();
  const all: HostileRequest[] = [];
  while (all.length < count) {
    const made = hostileRequest(targets, random, actors);
    const { address, ...same } = made;
    const key = JSON.stringify(same);
    if (known.has(key)) continue;
    known.add(key);
    all.push(made);
  }
  return all;
}

function hostileRequest({ operations, pages, intents }: Targets, random: () => number, actors: number): HostileRequest {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const chance = (share: number) => random() < share;
  const record = () => `~${Math.floor(random() * 10_000)}~`;
  const text = () => pick(pick([values, dates, searches, ordinary]));
  const isPage = chance(0.4);
  const operation = pick(operations);
  const path = (isPage ? pick(pages) : operation.path).replace(/\{\w+\}|:\w+\??/g, () =>
    chance(0.5) ? record() : encodeURIComponent(pick(values) || "x"),
  );
  const query = [
    ...operation.query.filter(() => !isPage && chance(0.5)),
    ...(chance(isPage ? 0.6 : 0.3) ? [pick(parameters), pick(parameters)] : []),
  ].map((name) => `${name}=${chance(0.1) ? record() : encodeURIComponent(text())}`);
  const method = isPage ? pick(["GET", "GET", "POST"]) : operation.method;
  const suffix = isPage && chance(0.2) ? ".data" : "";
  const headers: Record<string, string> = {};
  if (chance(0.1)) {
    const scheme = pick(["Bearer", "bearer", "Basic", "Bearer Bearer"]);
    headers.authorization = `${scheme} ${encodeURIComponent(pick(bearers))}`;
  }
  if (chance(0.15)) headers.cookie = `${pick(cookies)}=${pick(cookieValues)}`;
  if (chance(0.1)) headers["idempotency-key"] = pick(["a", "k".repeat(8), "k".repeat(201), "k".repeat(200), record()]);
  if (chance(0.05)) headers.origin = pick(["null", "https://evil.example", "x"]);
  if (chance(0.2)) headers["sec-fetch-site"] = pick(["same-origin", "cross-site", "none", "x"]);
  if (chance(0.2)) headers.accept = pick(["text/html", "*/*", "x", "application/json"]);
  const made: HostileRequest = {
    ...{ method, headers, actor: chance(0.12) ? null : Math.floor(random() * actors) },
    path: `${path}${suffix}?${query.join("&")}`,
    address: `10.${[0, 0, 0].map(() => Math.floor(random() * 250)).join(".")}`,
  };
  if (method === "GET") return made;
  headers["content-type"] = isPage ? FORM : pick([JSON_TYPE, JSON_TYPE, JSON_TYPE, JSON_TYPE, "text/plain", FORM]);
  const names = isPage ? [...operation.fields, ...pick(operations).fields] : operation.fields;
  const fields = Object.fromEntries(
    names
      .filter(() => chance(0.7))
      .map((name) => {
        const isReference = /Ids?$|^id$|version/.test(name) && chance(0.5);
        return [
          name,
          isReference ? record() : pick(pick<readonly unknown[]>([payloads, payloads, dates, searches, ordinary])),
        ];
      }),
  );
  made.body = isPage
    ? formOf({ intent: chance(0.6) ? pick(intents) : pick(values), ...fields })
    : jsonOf(fields, { chance, pick });
  return made;
}

function formOf(fields: Record<string, unknown>): string {
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(entries).toString().replaceAll("%7E", "~");
}

interface Dice {
  chance: (share: number) => boolean;
  pick: <T>(from: readonly T[]) => T;
}

function jsonOf(fields: Record<string, unknown>, { chance, pick }: Dice): string {
  return chance(0.1) ? pick(["", "{", "null", "[]", '"', "{".repeat(5000)]) : JSON.stringify(fields);
}

/** mulberry32: deterministic for a seed. */
function generator(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

interface Documented {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema?: { properties?: Record<string, unknown> } }> };
}

/** Every documented operation, every path of routes.ts and every form of the screens. */
export async function fuzzTargets(url: URL): Promise<Targets> {
  const document: { paths: Record<string, Record<string, Documented>> } = await (
    await fetch(new URL("/api/openapi.json", url))
  ).json();
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters: taken = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path: `/api${path.replace(/^\/api/, "")}`,
      query: taken.filter((one) => one.in === "query").map(({ name }) => name),
      fields: Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => Object.keys(schema?.properties ?? {})),
    })),
  );
  return {
    operations: operations.filter(({ path }) => !UNSENT.test(path)),
    pages: [...new Set(addresses(await routes))].filter((path) => !UNSENT.test(path)),
    intents: knownIntents(),
  };
}

function addresses(entries: readonly RouteConfigEntry[], parent = ""): string[] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const at = path === undefined ? parent : `${parent}/${path}`;
    return [...(path !== undefined || index ? [at || "/"] : []), ...addresses(children, at)];
  });
}

function knownIntents(): string[] {
  const folder = new URL("../app/routes/", `file://${process.cwd()}/bench/`);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const named = files.flatMap((name) =>
    [...readFileSync(new URL(name, folder), "utf8").matchAll(/^\s+(\w+): formCase\(/gm)].map(
      ([, intent = ""]) => intent,
    ),
  );
  return [...new Set(named)].sort();
}

interface Sender {
  url: URL;
  /** Keeps connections open: a response that leaves its request's body unread breaks the next request, which is noticed. */
  agent: Agent;
  /** Cookies of each actor. */
  credentials: readonly string[];
  /** Ids of existing records. */
  records: readonly string[];
}

/** Sends one of the `hostileRequests` as its actor. */
export function sendHostile({ url, agent, credentials, records }: Sender, hostile: HostileRequest): Promise<Answer> {
  const fill = (text: string) => text.replace(RECORD, (_, at) => records[Number(at) % records.length] ?? "x");
  const own = hostile.actor === null ? "" : (credentials[hostile.actor] ?? "");
  const cookie = [own, hostile.headers.cookie].filter(Boolean).join("; ");
  const headers: Record<string, string> = {
    origin: url.origin,
    ...Object.fromEntries(Object.entries(hostile.headers).map(([name, value]) => [name, fill(value)])),
    "cf-connecting-ip": hostile.address,
  };
  if (cookie) headers.cookie = cookie;
  const body = hostile.body === undefined ? undefined : Buffer.from(fill(hostile.body));
  if (body) headers["content-length"] = String(body.length);
  return new Promise((resolve) => {
    const sending = request(new URL(fill(hostile.path), url), { method: hostile.method, headers, agent }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (part: string) => {
        if (text.length < 100_000) text += part;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? null, text }));
      answer.on("error", () => resolve({ status: null, text }));
    });
    sending.on("error", (error) => resolve({ status: null, text: String(error) }));
    sending.end(body);
  });
}
