import { randomUUID } from "node:crypto";
import { fetch as fetchSocket } from "miniflare";
import { expect, test } from "vitest";
import { addEquipment } from "#tests/support/equipment";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { addCustomer, addTechnician } from "#tests/support/work-orders";
import { type Business, testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

const worker = await testWorker();

interface Session {
  id: string;
  state: string;
  revision: number;
  transcript: { text: string; language: string; source: string } | null;
  problem: { code: string } | null;
  result: { workOrders: Made[] } | null;
  message: string;
  code: string;
  reason?: string;
}
interface Made {
  id: string;
  number: number;
}
interface Heard {
  value: string | null;
  label: string | null;
  words: string;
  candidates: { value: string; label: string }[];
  needsReview: boolean;
}
interface Preview {
  version: number;
  drafts: {
    customer: Heard | null;
    technician: Heard | null;
    suggested: Record<string, unknown>;
    effects: string[];
  }[];
}
interface Confirmed {
  workOrders: Made[];
  code: string;
  reason?: string;
  fields?: Record<string, string[]>;
}

const open = (by: Visitor, fields: Record<string, unknown> = {}) =>
  by.post<Session>("/api/voice/sessions", { sessionType: "work_order_creation", ...fields });
const at = (id: string, rest = "") => `/api/voice/sessions/${id}${rest}`;

function say(by: Visitor, id: string, fields: Record<string, string>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  return by.send<Session>("POST", at(id, "/process"), { body });
}

async function dictate(by: Visitor, text: string): Promise<string> {
  const { json } = await open(by);
  expect((await say(by, json.id, { text })).json.state).toBe("needs_review");
  return json.id;
}

const preview = async (by: Visitor, id: string) => (await by.get<Preview>(at(id, "/preview-actions"))).json;
const confirm = (by: Visitor, id: string, drafts: Record<string, unknown>[], version = 1) =>
  by.post<Confirmed>(at(id, "/create-work-order"), { version, drafts });
const jobs = async ({ orgId }: Business) =>
  (
    await worker.db
      .prepare("SELECT id, title, number FROM work_orders WHERE org_id = ? ORDER BY number")
      .bind(orgId)
      .all<{ id: string; title: string }>()
  ).results;

test("a sentence becomes a draft, and the draft becomes a work order once confirmed", async () => {
  const business = await worker.business();
  const { manager, orgId } = business;
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Maria Lopez");
  await addCustomer(worker, orgId, "Bob Johnson");
  const mia = await addTechnician(worker, orgId);
  const id = await dictate(manager, "No heat at Maria Lopez's house, 12 Oak Street, send Mia tomorrow at 2 pm.");
  const { version, drafts } = await preview(manager, id);
  expect(drafts).toHaveLength(1);
  expect(drafts[0]?.customer).toMatchObject({ value: customerId, label: "Maria Lopez", needsReview: false });
  expect(drafts[0]?.suggested).toMatchObject({ customerId, siteAddressId, technicianId: mia, startTime: "14:00" });
  expect(drafts[0]?.effects).toContain("Goes to 12 Oak Street, Austin");
  expect(await jobs(business)).toEqual([]);
  const { title, description, startDate, startTime } = drafts[0]?.suggested ?? {};
  const fields = { index: 0, title, description, customerId, startDate, startTime };
  const made = await confirm(manager, id, [fields], version);
  expect(made.status).toBe(201);
  const again = await confirm(manager, id, [{ ...fields, title: "Another" }], version);
  expect(again.json).toEqual(made.json);
  expect(await jobs(business)).toMatchObject([{ id: made.json.workOrders[0]?.id, title }]);
  const session = await manager.get<Session>(at(id));
  expect(session.json).toMatchObject({ state: "confirmed", result: { workOrders: made.json.workOrders } });
  const stored = await worker.db
    .prepare("SELECT transcript, source, file_key FROM work_order_recordings WHERE org_id = ?")
    .bind(orgId)
    .all();
  expect(stored.results).toEqual([
    {
      transcript: "No heat at Maria Lopez's house, 12 Oak Street, send Mia tomorrow at 2 pm.",
      source: "typed",
      file_key: null,
    },
  ]);
});

test("if two customers match, both are offered and neither is chosen", async () => {
  const { manager, orgId } = await worker.business();
  const one = await addCustomer(worker, orgId, "Bob Johnson");
  const other = await addCustomer(worker, orgId, "Alice Johnson");
  const id = await dictate(manager, "The customer is Johnson, the furnace is not working.");
  const customer = (await preview(manager, id)).drafts[0]?.customer;
  expect(customer).toMatchObject({ value: null, needsReview: true });
  expect(customer?.candidates.map(({ value }) => value).sort()).toEqual([one.customerId, other.customerId].sort());
});

test("two jobs in one sentence are each created once by simultaneous confirmations", async () => {
  const business = await worker.business();
  const { manager, orgId } = business;
  const { customerId } = await addCustomer(worker, orgId, "Maria Lopez");
  const id = await dictate(manager, "No heat at Maria Lopez's, and another one: Bob Johnson needs a furnace tune-up.");
  const { version, drafts } = await preview(manager, id);
  expect(drafts).toHaveLength(2);
  const confirmed = drafts.map((_, index) => ({ index, title: `Job ${index}`, customerId }));
  const answers = await Promise.all(Array.from({ length: 6 }, () => confirm(manager, id, confirmed, version)));
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await jobs(business)).map(({ title }) => title).sort()).toEqual(["Job 0", "Job 1"]);
});

test("a refused draft names its field, and those created before it stay and are not created again", async () => {
  const business = await worker.business();
  const { manager, orgId } = business;
  const { customerId } = await addCustomer(worker, orgId, "Maria Lopez");
  const id = await dictate(manager, "No heat at Maria Lopez's, and another one: Bob Johnson needs a furnace tune-up.");
  const first = { index: 0, title: "No heat", customerId };
  const refused = await confirm(manager, id, [first, { index: 1, title: "Tune-up", customerId: randomUUID() }]);
  expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, ["drafts.1.customerId"]]);
  expect((await manager.delete<Session>(at(id))).status).toBe(409);
  expect((await confirm(manager, id, [first])).status).toBe(400);
  const made = await confirm(manager, id, [
    { ...first, title: "Changed since" },
    { index: 1, title: "Tune-up", customerId },
  ]);
  expect(made.status).toBe(201);
  expect((await jobs(business)).map(({ title }) => title)).toEqual(["No heat", "Tune-up"]);
});

test("after new text is spoken, confirming the old review is a conflict", async () => {
  const { manager, orgId } = await worker.business();
  const { customerId } = await addCustomer(worker, orgId);
  const id = await dictate(manager, "No heat at Ada Byron's.");
  expect((await say(manager, id, { text: "No cooling at Ada Byron's." })).json.state).toBe("needs_review");
  const stale = await confirm(manager, id, [{ index: 0, title: "No heat", customerId }]);
  expect([stale.status, stale.json.reason]).toEqual([409, "outdated"]);
  expect((await preview(manager, id)).version).toBe(2);
});

test("the same text again returns the same review, and silence returns none", async () => {
  const { manager } = await worker.business();
  const { json } = await open(manager);
  for (const text of ["", "[silence]", "Thank you for watching!", "Gracias por ver el video"]) {
    const answer = await say(manager, json.id, { text });
    expect([answer.status, answer.json.reason]).toEqual([400, "no_speech"]);
  }
  expect((await manager.get(at(json.id, "/preview-actions"))).status).toBe(409);
  const text = "No hay calefacción en casa de Ana.";
  const first = await say(manager, json.id, { text, source: "browser" });
  expect(first.json).toMatchObject({ state: "needs_review", transcript: { text, language: "es", source: "browser" } });
  expect((await say(manager, json.id, { text, source: "browser" })).json.revision).toBe(first.json.revision);
});

test("a discarded session is over and creates no work order", async () => {
  const business = await worker.business();
  const { manager, orgId } = business;
  const { customerId } = await addCustomer(worker, orgId);
  const id = await dictate(manager, "No heat at Ada Byron's.");
  expect((await manager.get<{ items: { id: string }[] }>("/api/voice/sessions")).json.items).toMatchObject([{ id }]);
  expect((await manager.delete(at(id))).status).toBe(204);
  expect((await manager.delete(at(id))).status).toBe(204);
  expect((await manager.get<Session>(at(id))).json.state).toBe("discarded");
  expect((await confirm(manager, id, [{ index: 0, title: "No heat", customerId }])).status).toBe(409);
  expect((await say(manager, id, { text: "No heat" })).status).toBe(409);
  expect((await manager.get<{ items: unknown[] }>("/api/voice/sessions")).json.items).toEqual([]);
  expect(await jobs(business)).toEqual([]);
});

test("the same key opens the same session", async () => {
  const { manager, admin } = await worker.business();
  const idempotencyKey = randomUUID();
  const [one, other] = await Promise.all([open(manager, { idempotencyKey }), open(manager, { idempotencyKey })]);
  expect(one.json.id).toBe(other.json.id);
  expect((await open(admin, { idempotencyKey })).json.id).not.toBe(one.json.id);
});

test("only its owner can access a session", async () => {
  const { manager, admin } = await worker.business();
  const { admin: stranger } = await worker.business();
  const id = await dictate(manager, "No heat at Ada Byron's.");
  for (const other of [admin, stranger]) {
    const answers = [
      await other.get<Session>(at(id)),
      await other.delete<Session>(at(id)),
      await say(other, id, { text: "No heat" }),
      await other.get<Session>(at(id, "/preview-actions")),
      await confirm(other, id, [{ index: 0, title: "No heat", customerId: randomUUID() }]),
    ];
    expect(answers.map(({ status, json }) => [status, json.code])).toEqual(Array(5).fill([404, "not_found"]));
  }
  expect((await manager.get<Session>(at(id))).json.state).toBe("needs_review");
});

test("a session requires permission to create work orders", async () => {
  const { technician } = await worker.business();
  expect((await open(technician)).status).toBe(403);
});

test("relative dates count from when they were spoken, and a spoken time in the future is corrected", async () => {
  const { manager } = await worker.business();
  const yesterday = new Date(Date.now() - 24 * 3600_000);
  const { json } = await open(manager, { spokenAt: yesterday.toISOString() });
  await say(manager, json.id, { text: "No heat at Ada Byron's tomorrow at 2 pm." });
  // Not today around a change of the clocks.
  const dayAfter = addDays(wallTimeOf(yesterday.getTime(), "America/Chicago").date, 1);
  expect((await preview(manager, json.id)).drafts[0]?.suggested.startDate).toBe(dayAfter);
  // The clock of this device is three hours ahead.
  const offset = { spokenAt: new Date(yesterday.getTime() + 3 * 3600_000).toISOString(), clockOffsetMs: 3 * 3600_000 };
  expect((await open(manager, offset)).json).toMatchObject({ spokenAt: yesterday.toISOString() });
  const ahead = await open(manager, { spokenAt: new Date(Date.now() + 365 * 24 * 3600_000).toISOString() });
  expect(Date.parse((ahead.json as unknown as { spokenAt: string }).spokenAt)).toBeLessThanOrEqual(Date.now());
});

test("a session past its expiration is over and not listed", async () => {
  const { manager, orgId } = await worker.business();
  const id = await dictate(manager, "No heat at Ada Byron's.");
  const past = new Date(Date.now() - 1000).toISOString();
  await worker.db.prepare("UPDATE voice_sessions SET expires_at = ? WHERE org_id = ?").bind(past, orgId).run();
  expect((await manager.get<Session>(at(id))).json.state).toBe("expired");
  const late = await say(manager, id, { text: "No heat" });
  expect([late.status, late.json.reason]).toEqual([409, "session_over"]);
  expect((await manager.get<{ items: unknown[] }>("/api/voice/sessions")).json.items).toEqual([]);
});

test("a customer is found among thousands", async () => {
  const { manager, orgId, orgKey } = await worker.business();
  await worker.db
    .prepare(
      `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
       INSERT INTO customers (org_id, id, number, customer_type, status, first_name, last_name, name, sort_name, created_at, updated_at)
       SELECT ?1, printf('00000000-0000-4000-8000-%012d', i + ?2 * 100000), i, 'residential', 'active', 'Ann', iif(i = 17, 'Wexler', 'Weber'),
         iif(i = 17, 'Ann Wexler', 'Ann Weber'), 'weber', '2026-01-01', '2026-01-01' FROM n`,
    )
    .bind(orgId, orgKey)
    .run();
  const { json } = await open(manager);
  const answer = await say(manager, json.id, { text: "No heat at Ann Wexler's house tomorrow at 2 pm." });
  expect(answer.json.state).toBe("needs_review");
  expect((await preview(manager, json.id)).drafts[0]?.customer?.label).toBe("Ann Wexler");
});

test("two tabs are notified of each change and of the end, and a stranger cannot listen", async () => {
  const { manager } = await worker.business();
  const { json } = await open(manager);
  const listen = async (by: Visitor, origin = worker.url.origin) => {
    const cookie = [...by.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { Upgrade: "websocket", Origin: origin, Cookie: cookie };
    const { status, webSocket } = await fetchSocket(new URL(at(json.id, "/live"), worker.url), { headers });
    const frames: unknown[] = [];
    webSocket?.addEventListener("message", ({ data }) => frames.push(JSON.parse(String(data))));
    webSocket?.accept();
    return { status, frames };
  };
  const [one, other] = [await listen(manager), await listen(manager)];
  const { manager: stranger } = await worker.business();
  expect([one.status, (await listen(stranger)).status]).toEqual([101, 404]);
  expect((await listen(manager, "https://elsewhere.example")).status).toBe(403);
  const { revision } = (await say(manager, json.id, { text: "No heat at Ada Byron's." })).json;
  await manager.delete(at(json.id));
  for (const { frames } of [one, other]) {
    await expect.poll(() => frames.at(-1)).toEqual({ type: "over" });
    expect(frames).toContainEqual({ type: "changed", revision });
  }
});

test("an unconfirmed session is deleted after a month, a confirmed one is not", async () => {
  const { manager, orgId } = await worker.business();
  const { customerId } = await addCustomer(worker, orgId);
  const [confirmed, gone] = [
    await dictate(manager, "No heat at Ada Byron's."),
    await dictate(manager, "No heat at Ada's."),
  ];
  await confirm(manager, confirmed, [{ index: 0, title: "No heat", customerId }]);
  await manager.delete(at(gone));
  const past = new Date(Date.now() - 31 * 24 * 3600_000).toISOString();
  await worker.db.prepare("UPDATE voice_sessions SET expires_at = ? WHERE org_id = ?").bind(past, orgId).run();
  const hour = new Date();
  hour.setUTCMinutes(0, 0, 0);
  await worker.sweep(hour);
  const { results } = await worker.db.prepare("SELECT id FROM voice_sessions WHERE org_id = ?").bind(orgId).all();
  expect(results).toEqual([{ id: confirmed }]);
});

test("a session without speech is not listed and is discarded when another is opened after an hour", async () => {
  const { manager, admin, orgId } = await worker.business();
  const [empty, silent] = [(await open(manager)).json.id, (await open(manager)).json.id];
  const theirs = (await open(admin)).json.id;
  expect((await say(manager, silent, { text: "[silence]" })).status).toBe(400);
  const spoken = await dictate(manager, "No heat at Ada Byron's.");
  const listed = async () => (await manager.get<{ items: { id: string }[] }>("/api/voice/sessions")).json.items;
  expect(await listed()).toMatchObject([{ id: spoken }]);
  const anHourAgo = new Date(Date.now() - 3_660_000).toISOString();
  await worker.db.prepare("UPDATE voice_sessions SET created_at = ? WHERE org_id = ?").bind(anHourAgo, orgId).run();
  const next = (await open(manager)).json.id;
  const states = await Promise.all(
    [empty, silent, spoken, next].map(async (id) => (await manager.get<Session>(at(id))).json.state),
  );
  expect(states).toEqual(["discarded", "discarded", "needs_review", "created"]);
  expect((await admin.get<Session>(at(theirs))).json.state).toBe("created");
});

test("if two systems have the same name, both are offered with their locations", async () => {
  const { manager, orgId } = await worker.business();
  const { customerId } = await addCustomer(worker, orgId, "Maria Lopez");
  const unit = { equipmentName: "Comfort 90", equipmentType: "furnace", customerId };
  const one = await addEquipment(manager, { ...unit, location: "Basement" });
  const other = await addEquipment(manager, { ...unit, location: "Garage" });
  await addEquipment(manager, { ...unit, equipmentType: "thermostat" });
  const id = await dictate(manager, "The furnace at Maria Lopez's house is making a loud noise.");
  const [draft] = (await preview(manager, id)).drafts as unknown as { units: Heard[] }[];
  expect(draft?.units).toMatchObject([{ value: null, needsReview: true }]);
  expect(new Map(draft?.units[0]?.candidates.map(({ value, label }) => [value, label]))).toEqual(
    new Map([
      [one.id, "Comfort 90 (Basement)"],
      [other.id, "Comfort 90 (Garage)"],
    ]),
  );
});

interface Listed {
  items: {
    id: string;
    state: string;
    by: string | null;
    transcript: string | null;
    made: number[];
    problem: string | null;
  }[];
  nextCursor: string | null;
}

test("the office sees everyone's voice sessions with their results, others only their own", async () => {
  const business = await worker.business();
  const { manager, admin, technician, orgId } = business;
  const { customerId, siteAddressId } = await addCustomer(worker, orgId, "Maria Lopez");
  const text = "No heat at Maria Lopez, tomorrow at 9.";
  const saved = await dictate(manager, text);
  const made = await confirm(manager, saved, [{ index: 0, customerId, siteAddressId, title: "No heat" }]);
  expect(made.status, made.text).toBe(201);
  const waiting = await dictate(admin, "Tune-up for Maria Lopez on Friday.");
  const failed = (await open(admin)).json.id;
  const body = new FormData();
  body.set("audio", new File([new Uint8Array(2000)], "memo.webm", { type: "audio/webm" }));
  await admin.send("POST", at(failed, "/process"), { body });
  const empty = (await open(admin)).json.id;

  const list = async (by: Visitor, query = "") => (await by.get<Listed>(`/api/voice/history${query}`)).json;
  const { items } = await list(manager);
  expect(items.map(({ id }) => id)).toEqual([failed, waiting, saved]);
  expect(items.map(({ id }) => id)).not.toContain(empty);
  expect(items[2]).toMatchObject({ state: "confirmed", transcript: text, made: [made.json.workOrders[0]?.number] });
  expect(items[1]).toMatchObject({ state: "open", transcript: null, made: [], problem: null });
  expect(items[0]?.problem).toMatch(/\w/);
  expect((await list(manager, "?state=confirmed")).items.map(({ id }) => id)).toEqual([saved]);
  const byManager = `userId=${manager.userId}`;
  expect((await list(admin, `?${byManager}`)).items.map(({ id }) => id)).toEqual([saved]);
  expect((await list(admin, `?state=open&${byManager}`)).items).toEqual([]);
  const first = await list(manager, "?limit=2");
  const second = await list(manager, `?limit=2&cursor=${first.nextCursor}`);
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual([failed, waiting, saved]);
  expect((await list(technician)).items).toEqual([]);
  expect((await list(technician, `?${byManager}`)).items).toEqual([]);
  expect((await list((await worker.business()).admin)).items).toEqual([]);
  expect((await worker.visitor().get("/api/voice/history")).status).toBe(401);

  const file = await manager.get("/api/voice/history/export?state=confirmed");
  expect(file.text.split("\r\n")[1]).toContain(`"${text}",Saved,WO-`);
  const page = await manager.get("/workorders/voice");
  expect(page.status).toBe(200);
  expect(page.text).toContain(text);
  expect(page.text).toContain(`href="/workorders/${made.json.workOrders[0]?.number}"`);
  expect(databaseCosts(page).rounds).toBeLessThanOrEqual(2);
});

test("a list of voice sessions reads no more rows with 3,000 of them, by state and by person", async () => {
  const { admin, orgId } = await worker.business();
  const grow = (count: number, name: string) =>
    worker.db
      .prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
        INSERT INTO voice_sessions (org_id, id, user_id, session_type, state, spoken_at, created_at, expires_at, ended_at, sent_at)
        SELECT ?2, '${name}' || printf('%05d', i), ?3, 'work_order_creation', iif(i % 2, 'discarded', 'expired'), ?4, ?4, ?4, ?4, ?4 FROM n`)
      .bind(count, orgId, admin.userId, "2026-01-01T00:00:00.000Z")
      .run();
  await grow(60, "few");
  const paths = [
    "",
    "?state=expired",
    "?state=to_review",
    `?userId=${admin.userId}`,
    `?userId=${admin.userId}&state=expired`,
  ];
  const read = () =>
    Promise.all(paths.map(async (query) => databaseCosts(await admin.get(`/api/voice/history${query}`)).read));
  const few = await read();
  await grow(3000, "many");
  const many = await read();
  for (const [at, path] of paths.entries()) expect(many[at], path).toBeLessThanOrEqual((few[at] ?? 0) * 1.1);
});
