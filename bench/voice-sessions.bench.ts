import { createHash, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Visitor } from "../tests/support/visitor";
import { atMost, type Figure, percentile, round } from "./figure";
import { localWith, signIn } from "./local";
import { copy, serve, stop } from "./served";

const AT_ONCE = 200;
const OF_EACH = 50;
const CUTS = 10;
/** Five minutes of Opus at 48 kbit/s, in five-second pieces. */
const PIECES = 60;
const PIECE_BYTES = 30_000;

interface Session {
  id: string;
  state: string;
  pieces: { received: number; bytes: number };
}
interface Made {
  workOrders: { id: string }[];
}

export async function run(): Promise<Figure[]> {
  return [...(await atOnce()), ...(await killed())];
}

const at = (id: string, rest = "") => `/api/voice/sessions/${id}${rest}`;
const open = async (by: Visitor) =>
  (await by.post<Session>("/api/voice/sessions", { sessionType: "work_order_creation" })).json.id;

function read(by: Visitor, id: string, fields: Record<string, string> = {}) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ text: "No heat at Ana's house.", ...fields })) body.set(name, value);
  return by.send<Session>("POST", at(id, "/process"), { body });
}

function confirm(by: Visitor, id: string, customerId: string) {
  const drafts = [{ index: 0, title: `Said in ${id}`, customerId }];
  return by.post<Made>(at(id, "/create-work-order"), { version: 1, drafts });
}

async function customerOf(admin: Visitor): Promise<string> {
  const { json } = await admin.post<{ id: string }>("/api/customers", { firstName: "Ana", lastName: randomUUID() });
  const place = { line1: "1417 W Vliet St", city: "Milwaukee", state: "WI", postalCode: "53205" };
  await admin.post(`/api/customers/${json.id}/addresses`, place);
  return json.id;
}

/** Two hundred users speak and confirm at once, with five minutes of audio over a connection that fails ten times. */
async function atOnce(): Promise<Figure[]> {
  const { worker, db, url, admin } = await localWith(0);
  const customerId = await customerOf(admin);
  const each = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const by = copy(url, admin);
      const started = performance.now();
      const id = await open(by);
      await read(by, id);
      const made = await confirm(by, id, customerId);
      return { id, ms: performance.now() - started, made: made.status === 201 && made.json.workOrders.length === 1 };
    }),
  );
  const row = await db.prepare("SELECT count(*) AS n FROM work_orders WHERE title LIKE 'Said in %'").first<number>("n");
  const audio = await cutUpload(url, admin, customerId);
  await worker.dispose();
  const made = each.filter((one) => one.made).length;
  const times = each.map(({ ms }) => ms);
  return [
    {
      ...{ figure: `sessions at once, said to written: with one work order each`, value: `${made} of ${AT_ONCE}` },
      ...{ goal: `${AT_ONCE}, ${AT_ONCE} work orders`, met: made === AT_ONCE && row === AT_ONCE },
    },
    { figure: "such a session, all its steps, p95", value: `${round(percentile(times, 0.95))} ms` },
    audio,
  ];
}

async function cutUpload(url: URL, admin: Visitor, customerId: string): Promise<Figure> {
  const id = await open(admin);
  const pieces = Array.from({ length: PIECES }, (_, index) => Buffer.alloc(PIECE_BYTES, index + 1));
  const cutAt = Array.from({ length: CUTS }, (_, cut) => Math.floor((cut * PIECES) / CUTS));
  const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { origin: url.origin, cookie, "content-type": "audio/webm;codecs=opus" };
  for (const [index, bytes] of pieces.entries()) {
    const target = new URL(at(id, `/audio/${index}`), url);
    // Interrupted in the middle of the bytes, or after them before the response; then sent again.
    const cut = cutAt.indexOf(index);
    if (cut !== -1) await sendPiece(target, { headers, bytes, cut: cut % 2 === 0 ? "inside" : "behind" });
    await sendPiece(target, { headers, bytes, cut: null });
  }
  const { pieces: received } = (await admin.get<Session>(at(id))).json;
  await read(admin, id, { pieces: String(PIECES), durationMs: "300000" });
  const made = await confirm(admin, id, customerId);
  const workOrder = `/api/work-orders/${made.json.workOrders[0]?.id}/recordings`;
  const answer = await fetch(new URL(`${workOrder}/${id}/audio`, url), { headers: { cookie } });
  const heard = createHash("sha256").update(Buffer.from(await answer.arrayBuffer()));
  const isSame = heard.digest("hex") === createHash("sha256").update(Buffer.concat(pieces)).digest("hex");
  return {
    figure: `5 minutes of audio in ${PIECES} pieces through ${CUTS} cuts: received, the same bytes`,
    value: `${received.received} of ${PIECES}, ${isSame ? "yes" : "no"}`,
    goal: "each once",
    met: isSame && received.received === PIECES && received.bytes === PIECES * PIECE_BYTES,
  };
}

interface Sent {
  headers: Record<string, string>;
  bytes: Buffer;
  cut: "inside" | "behind" | null;
}

function sendPiece(url: URL, { headers, bytes, cut }: Sent): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = { "content-length": String(bytes.length) };
    const sending = request(url, { method: "PUT", agent: false, headers: { ...headers, ...length } }, (answer) => {
      answer.resume();
      answer.on("end", () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))));
    });
    sending.on("error", (error) => (cut ? resolve() : reject(error)));
    if (cut === "inside") sending.write(bytes.subarray(0, bytes.length / 2), () => sending.destroy());
    else sending.end(bytes, () => cut && sending.destroy());
  });
}

const STATES = ["created", "listening", "processing", "needs_review", "confirming", "confirmed"] as const;

/** Kills the server with SIGKILL while fifty sessions are in each state, restarts it, and brings all of them to completion. */
async function killed(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "plenum-voice-"));
  const server = await serve(folder);
  const admin = await signIn(server.url);
  const customerId = await customerOf(admin);
  const sessions = await inTurns(
    STATES.flatMap((state) => Array.from({ length: OF_EACH }, () => state)),
    async (state) => {
      const by = copy(server.url, admin);
      const id = await open(by);
      if (state === "listening") await by.send("PUT", at(id, "/audio/0"), WAV);
      if (state !== "created" && state !== "listening" && state !== "processing") await read(by, id);
      if (state === "confirmed") await confirm(by, id, customerId);
      return { id, state };
    },
  );
  const cutOff = sessions.map(({ id, state }) => {
    const by = copy(server.url, admin);
    if (state === "processing") return read(by, id).catch(() => null);
    return state === "confirming" ? confirm(by, id, customerId).catch(() => null) : null;
  });
  await new Promise((resolve) => setTimeout(resolve, 250));
  await stop(server.process, "SIGKILL");
  await Promise.all(cutOff);
  const again = await serve(folder);
  const back = await signIn(again.url);
  const found = await inTurns(sessions, async ({ id, state }) => {
    const now = (await back.get<Session>(at(id))).json.state;
    if (now !== "needs_review" && now !== "confirmed") await read(back, id);
    const made = await confirm(back, id, customerId);
    return { isRetained: AFTER[state].includes(now), isMade: made.status === 201 && made.json.workOrders.length === 1 };
  });
  const jobs = await inTurns(sessions, async ({ id }) => {
    const { json } = await back.get<{ items: { title: string }[] }>(`/api/work-orders?search=${id}&limit=100`);
    return json.items.filter(({ title }) => title === `Said in ${id}`).length;
  });
  await stop(again.process, "SIGTERM");
  rmSync(folder, { recursive: true, force: true });
  const all = `${STATES.length} x ${OF_EACH} sessions, SIGKILL in each state`;
  return [
    atMost(`${all}: lost`, found.filter(({ isRetained, isMade }) => !isRetained || !isMade).length, 0),
    atMost(`${all}: work orders doubled`, jobs.filter((count) => count !== 1).length, 0),
  ];
}

const WAV = { body: "RIFF0000WAVE", headers: { "content-type": "audio/wav" } };

/** The states a session may be in after it was stopped. */
const AFTER: Record<(typeof STATES)[number], readonly string[]> = {
  created: ["created"],
  listening: ["listening"],
  processing: ["created", "needs_review"],
  needs_review: ["needs_review"],
  confirming: ["needs_review", "confirmed"],
  confirmed: ["confirmed"],
};

/** Runs ten at a time. */
async function inTurns<T, U>(all: readonly T[], work: (one: T) => Promise<U>): Promise<U[]> {
  const found: U[] = [];
  for (let from = 0; from < all.length; from += 10) {
    found.push(...(await Promise.all(all.slice(from, from + 10).map(work))));
  }
  return found;
}
