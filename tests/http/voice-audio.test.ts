import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { expect, test } from "vitest";
import { outsideService } from "#tests/support/outside";
import { pageText } from "#tests/support/page-text";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { ownWorker, testWorker } from "#tests/support/worker";

const speech = await outsideService();
const deaf = await testWorker();
const hearing = await ownWorker({ SPEECH_API_URL: speech.url, SPEECH_API_KEY: "secret", SPEECH_MODEL: "whisper" });

interface Session {
  id: string;
  state: string;
  chunks: { received: number; bytes: number; missing: number[] };
  transcript: { text: string; source: string; words?: { text: string; startMs: number; isUnsure: boolean }[] } | null;
  problem: { code: string } | null;
  reason?: string;
  missing?: number[];
}

interface StoredAudio {
  id: string;
  hasAudio: boolean;
  durationMs: number;
  heard: { field: string; words: string; atMs: number | null }[];
}

const at = (id: string, rest = "") => `/api/voice/sessions/${id}${rest}`;
const WEBM = Uint8Array.of(0x1a, 0x45, 0xdf, 0xa3);

/** A recording of several chunks that starts like WebM. */
const recording = (chunks: number, size = 1000) =>
  Array.from({ length: chunks }, (_, index) => {
    const bytes = new Uint8Array(size).fill(index + 1);
    if (index === 0) bytes.set(WEBM);
    return bytes;
  });

async function open(by: Visitor): Promise<string> {
  return (await by.post<Session>("/api/voice/sessions", { sessionType: "work_order_creation" })).json.id;
}

/** Sends raw bytes, since a visitor sends text and forms. */
async function put(by: Visitor, id: string, index: number, bytes: Uint8Array, type = "audio/webm;codecs=opus") {
  const { origin } = by.base;
  const headers = { origin, cookie: cookiesOf(by), "content-type": type, connection: "close" };
  const body = new Blob([new Uint8Array(bytes)]);
  const answer = await fetch(new URL(at(id, `/audio/${index}`), origin), { method: "PUT", headers, body });
  const json: Session = JSON.parse(await answer.text());
  return { status: answer.status, json };
}

const cookiesOf = (by: Visitor) => [...by.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

function process(by: Visitor, id: string, fields: Record<string, string | Blob>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return by.send<Session>("POST", at(id, "/process"), { body });
}

const heard = (text: string) => ({
  result: {
    text,
    transcription_info: { language: "en", duration: 4, duration_after_vad: 3 },
    segments: [
      {
        text,
        avg_logprob: -0.2,
        compression_ratio: 1.2,
        no_speech_prob: 0.01,
        words: text.split(" ").map((word, index) => ({ word: ` ${word}`, start: index / 2, end: index / 2 + 0.4 })),
      },
    ],
  },
});

test("recording chunks can arrive in any order and twice, and are transcribed once", async () => {
  const { manager, orgId } = await hearing.business();
  const { customerId } = await addCustomer(hearing, orgId, "Maria Lopez");
  const id = await open(manager);
  const chunks = recording(5);
  for (const index of [3, 0, 4, 0]) {
    const answer = await put(manager, id, index, chunks[index] ?? WEBM);
    expect([answer.status, answer.json.state]).toEqual([200, "listening"]);
  }
  const early = await process(manager, id, { chunks: "5" });
  expect([early.status, early.json.reason, early.json.missing]).toEqual([400, "chunks_missing", [1, 2]]);
  await Promise.all([1, 2, 2].map((index) => put(manager, id, index, chunks[index] ?? WEBM)));
  const whole = (await manager.get<Session>(at(id))).json;
  expect(whole.chunks).toEqual({ received: 5, bytes: 5000, missing: [] });
  expect((await put(manager, id, 2, WEBM)).status).toBe(409);
  speech.answer(200, heard("No heat at Maria Lopez's house."));
  const read = await process(manager, id, { chunks: "5", durationMs: "4000" });
  expect(read.json).toMatchObject({ state: "needs_review", transcript: { source: "model" } });
  expect(read.json.transcript?.words?.[1]).toEqual({ text: "heat", startMs: 500, endMs: 900, isUnsure: false });
  const drafts = [{ index: 0, title: "No heat", customerId }];
  const made = await manager.post<{ workOrders: { id: string }[] }>(at(id, "/create-work-order"), {
    version: 1,
    drafts,
  });
  expect(made.status).toBe(201);
  const workOrder = `/api/work-orders/${made.json.workOrders[0]?.id}/recordings`;
  const { items } = (await manager.get<{ items: StoredAudio[] }>(workOrder)).json;
  expect(items).toMatchObject([{ hasAudio: true, durationMs: 4000, transcript: "No heat at Maria Lopez's house." }]);
  // A word every half second.
  expect(items[0]?.heard).toContainEqual({ field: "Problem", words: "No heat", atMs: 0 });
  expect(items[0]?.heard.find(({ field }) => field === "Customer")).toMatchObject({ atMs: 1500 });
  const { text } = await manager.get(`/workorders/${made.json.workOrders[0]?.id}`);
  expect(pageText(text)).toMatch(/fields came from these words.*Problem From “No heat”/);
  const audio = `${workOrder}/${items[0]?.id}/audio`;
  const all = await fetchBytes(manager, audio);
  expect(all.bytes).toEqual(Buffer.concat(chunks));
  const part = await fetchBytes(manager, audio, "bytes=998-1001");
  expect([part.status, part.range, [...part.bytes]]).toEqual([206, "bytes 998-1001/5000", [1, 1, 2, 2]]);
  const { admin: stranger } = await hearing.business();
  expect((await stranger.get(audio)).status).toBe(404);
  expect((await stranger.get(workOrder)).status).toBe(404);
  // The chunks are deleted once they are joined.
  await expect.poll(() => hearing.files(`voice/${orgId}/`)).toHaveLength(1);
});

async function fetchBytes(by: Visitor, path: string, range?: string) {
  const answer = await fetch(new URL(path, hearing.url), {
    headers: { cookie: cookiesOf(by), connection: "close", ...(range ? { range } : {}) },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return { status: answer.status, range: answer.headers.get("content-range"), bytes };
}

test("without a transcriber, the recording is saved and the text can be typed instead", async () => {
  const { manager, orgId } = await deaf.business();
  const id = await open(manager);
  const [only = WEBM] = recording(1);
  await put(manager, id, 0, only);
  const answer = await process(manager, id, { chunks: "1" });
  expect([answer.status, answer.json.reason]).toEqual([503, "transcriber_unavailable"]);
  const after = (await manager.get<Session>(at(id))).json;
  expect(after).toMatchObject({ state: "listening", problem: { code: "transcriber_unavailable" } });
  const typed = await process(manager, id, { text: "No heat at Ada Byron's." });
  expect(typed.json).toMatchObject({ state: "needs_review", problem: null });
  const { customerId } = await addCustomer(deaf, orgId);
  const drafts = [{ index: 0, title: "No heat", customerId }];
  await manager.post(at(id, "/create-work-order"), { version: 1, drafts });
  const row = await deaf.db
    .prepare("SELECT source, bytes FROM work_order_recordings WHERE org_id = ?")
    .bind(orgId)
    .first();
  expect(row).toEqual({ source: "typed", bytes: 1000 });
  const used = await deaf.db
    .prepare("SELECT value FROM counters WHERE org_id = ? AND name = 'photo_bytes'")
    .bind(orgId)
    .first("value");
  expect(used).toBe(1000);
});

test("two work orders share one recording, which is deleted once both are deleted", async () => {
  const { manager, technician, orgId } = await deaf.business();
  const id = await open(manager);
  const [only = WEBM] = recording(1);
  await put(manager, id, 0, only);
  const text = "Ada Byron has no heat. Another job: Ada Byron needs a tune-up.";
  await process(manager, id, { text, chunks: "1", durationMs: "65000" });
  const { customerId } = await addCustomer(deaf, orgId, "Ada Byron");
  const drafts = [0, 1].map((index) => ({ index, title: `Job ${index}`, customerId }));
  const body = { version: 1, drafts };
  const { json } = await manager.post<{ workOrders: { id: string; number: number }[] }>(
    at(id, "/create-work-order"),
    body,
  );
  const [first, second] = json.workOrders;
  for (const page of [`/workorders/${first?.number}`, `/technician/jobs/${first?.number}`]) {
    const { text: html } = await manager.get(page);
    expect(html).toContain("Ada Byron needs a tune-up.");
    expect(html).toContain("1:05");
    expect(html).toContain(`/api/work-orders/${first?.id}/recordings/${id}/audio`);
  }
  expect((await technician.get(`/api/work-orders/${second?.id}/recordings/${id}/audio`)).status).toBe(200);
  const stored = () => deaf.files(`voice/${orgId}/`);
  await expect.poll(stored).toHaveLength(1);
  const atMinute5 = new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 300_000);
  for (const [workOrder, left] of [
    [first, 1],
    [second, 0],
  ] as const) {
    expect((await manager.send("DELETE", `/api/work-orders/${workOrder?.id}`, {})).status).toBe(204);
    await deaf.sweep(atMinute5);
    expect(await stored()).toHaveLength(left);
  }
  const value = "SELECT value FROM counters WHERE org_id = ? AND name = 'photo_bytes'";
  expect(await deaf.db.prepare(value).bind(orgId).first("value")).toBe(0);
  const rows = await deaf.db
    .prepare("SELECT count(*) AS n FROM deleted_recordings WHERE org_id = ?")
    .bind(orgId)
    .first();
  expect(rows).toEqual({ n: 0 });
});

test.each([
  ["is down", 500, {}, 503, "transcriber_failed"],
  ["returns an unexpected object", 200, { result: { words: 7 } }, 503, "transcriber_failed"],
  ["does not return JSON", 200, "<html>", 503, "transcriber_failed"],
  ["invents a phrase from noise", 200, heard("Thanks for watching!"), 400, "no_speech"],
  ["hears nothing", 200, { text: "", transcription_info: { duration_after_vad: 0.2 } }, 400, "no_speech"],
])("if the model %s, the recording can be sent again", async (_, status, body, expected, reason) => {
  const { manager } = await hearing.business();
  const id = await open(manager);
  const audio = new Blob(recording(1), { type: "audio/webm" });
  speech.answer(status, body);
  const answer = await process(manager, id, { audio });
  expect([answer.status, answer.json.reason]).toEqual([expected, reason]);
  const after = (await manager.get<Session>(at(id))).json;
  expect(after).toMatchObject({ state: "listening", transcript: null, problem: { code: reason } });
  speech.answer(200, heard("The furnace is not working."));
  expect((await process(manager, id, { audio })).json.state).toBe("needs_review");
});

test("the chosen language is used to transcribe and is stored with the transcript", async () => {
  const { manager } = await hearing.business();
  const id = await open(manager);
  const [only = WEBM] = recording(1);
  await put(manager, id, 0, only);
  speech.answer(200, heard("No hay calefacción."));
  const read = await process(manager, id, { chunks: "1", language: "es" });
  expect(read.json.transcript).toMatchObject({ language: "es", source: "model" });
  await expect.poll(() => JSON.parse(speech.bodies.at(-1) ?? "{}")).toMatchObject({ language: "es" });
});

test("concurrent requests process a recording once", async () => {
  const { manager } = await hearing.business();
  const id = await open(manager);
  const audio = new Blob(recording(1), { type: "audio/webm" });
  speech.answer(200, heard("The furnace is not working."));
  const answers = await Promise.all(Array.from({ length: 4 }, () => process(manager, id, { audio })));
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].every((status) => status === 200 || status === 409)).toBe(true);
  expect((await manager.get<Session>(at(id))).json.state).toBe("needs_review");
  expect((await manager.get<{ version: number }>(at(id, "/preview-actions"))).json.version).toBe(1);
});

test("processing finishes even if the client disconnects", async () => {
  const { manager } = await hearing.business();
  const id = await open(manager);
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  speech.answer(200, () => released.then(() => heard("The furnace is not working.")));
  const body = new FormData();
  body.set("audio", new Blob(recording(1), { type: "audio/webm" }));
  const headers = { origin: manager.base.origin, cookie: cookiesOf(manager), connection: "close" };
  const calling = new AbortController();
  const url = new URL(at(id, "/process"), manager.base);
  const request = fetch(url, { method: "POST", headers, body, signal: calling.signal }).catch(() => null);
  const stateOf = async () => (await manager.get<Session>(at(id))).json.state;
  await expect.poll(stateOf).toBe("processing");
  calling.abort();
  await request;
  release();
  await expect.poll(stateOf).toBe("needs_review");
});

test("when the business's storage is full, no audio is accepted", async () => {
  const { manager, orgId } = await hearing.business();
  const id = await open(manager);
  await hearing.db
    .prepare("INSERT INTO counters (org_id, name, value) VALUES (?, 'photo_bytes', 20000000000)")
    .bind(orgId)
    .run();
  const [chunk = WEBM] = recording(1);
  expect((await put(manager, id, 0, chunk)).status).toBe(413);
  expect((await process(manager, id, { audio: new Blob([chunk], { type: "audio/webm" }) })).status).toBe(413);
});

test.each<[string, Record<string, string | Blob>, number, string]>([
  ["an empty recording", { audio: new Blob([], { type: "audio/webm" }) }, 400, "audio_empty"],
  ["another kind of file", { audio: new Blob(["<svg>"], { type: "image/svg+xml" }) }, 415, "audio_type"],
  ["a file that only says that it is audio", { audio: new Blob(["<svg>"], { type: "audio/webm" }) }, 415, "audio_type"],
  ["a recording with missing chunks", { chunks: "3" }, 400, "chunks_missing"],
])("%s is refused", async (_, fields, status, reason) => {
  const { manager } = await hearing.business();
  const id = await open(manager);
  const before = speech.requests.length;
  const answer = await process(manager, id, fields);
  expect([answer.status, answer.json.reason]).toEqual([status, reason]);
  expect(speech.requests).toHaveLength(before);
});

test("a recording over ten minutes is refused, and one of exactly ten is accepted", async () => {
  const { manager } = await hearing.business();
  const id = await open(manager);
  const audio = new Blob([recording(1)[0] ?? WEBM], { type: "audio/webm" });
  const refused = await process(manager, id, { audio, durationMs: "600001" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("longer than 10 minutes")]);
  speech.answer(200, heard("No heat at Ada Byron's."));
  expect((await process(manager, id, { audio, durationMs: "600000" })).status).toBe(200);
});

test("invalid chunks are refused", async () => {
  const { manager } = await hearing.business();
  const id = await open(manager);
  const [chunk = WEBM] = recording(1);
  expect((await put(manager, id, 0, new Uint8Array())).json.reason).toBe("audio_empty");
  expect((await put(manager, id, 0, chunk, "text/html")).json.reason).toBe("audio_type");
  expect((await put(manager, id, 0, new Uint8Array(1_048_577))).status).toBe(413);
  expect((await put(manager, id, 1200, chunk)).status).toBe(404);
  expect((await put(manager, randomUUID(), 0, chunk)).status).toBe(404);
  const { manager: stranger } = await hearing.business();
  expect((await put(stranger, id, 0, chunk)).status).toBe(404);
});

test("a 26 MB recording is refused both in chunks and as a file, and the chunks accepted before stay", async () => {
  const { manager } = await hearing.business();
  const id = await open(manager);
  const megabyte = new Uint8Array(1_048_576);
  const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => put(manager, id, index, megabyte)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(23);
  expect(answers.filter(({ json }) => json.reason === "audio_too_large")).toHaveLength(2);
  const accepted = async () => (await manager.get<Session>(at(id))).json.chunks;
  expect(await accepted()).toMatchObject({ received: 23, bytes: 23 * 1_048_576 });
  const file = new Blob([new Uint8Array(25_100_000)], { type: "audio/webm" });
  expect((await process(manager, id, { audio: file })).status).toBe(413);
  expect(await accepted()).toMatchObject({ received: 23 });
});

test("a 100 MB request is refused before its body is read", async () => {
  const { manager } = await hearing.business();
  const id = await open(manager);
  const headers = {
    origin: manager.base.origin,
    cookie: cookiesOf(manager),
    "content-type": "multipart/form-data; boundary=x",
    "content-length": "100000000",
  };
  const { status } = await refused(new URL(at(id, "/process"), manager.base), headers);
  expect(status).toBe(413);
  expect((await manager.get<Session>(at(id))).json.state).toBe("created");
});

/** The response to a body that is announced but never sent. */
function refused(url: URL, headers: Record<string, string>) {
  return new Promise<{ status: number }>((resolve, reject) => {
    const asking = request(url, { method: "POST", headers, agent: false }, (answer) => {
      resolve({ status: answer.statusCode ?? 0 });
      asking.destroy();
    });
    asking.on("error", reject);
    asking.flushHeaders();
  });
}

test("an expired session's audio is deleted by its alarm", async () => {
  const { manager, orgId } = await hearing.business();
  const id = randomUUID();
  const now = Date.now();
  await hearing.db
    .prepare(
      `INSERT INTO voice_sessions (org_id, id, user_id, session_type, spoken_at, created_at, expires_at)
       VALUES (?1, ?2, ?3, 'work_order_creation', ?4, ?4, ?5)`,
    )
    .bind(orgId, id, manager.userId, new Date(now).toISOString(), new Date(now + 20_000).toISOString())
    .run();
  const [chunk = WEBM] = recording(1);
  expect((await put(manager, id, 0, chunk)).status).toBe(200);
  expect(await hearing.files(`voice/${orgId}/`)).toHaveLength(1);
  await expect.poll(() => hearing.files(`voice/${orgId}/`)).toEqual([]);
  const row = await hearing.db.prepare("SELECT state FROM voice_sessions WHERE id = ?").bind(id).first();
  expect(row).toEqual({ state: "expired" });
});
