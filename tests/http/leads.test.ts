import { expect, test } from "vitest";
import { nextYear } from "#tests/support/next-year";
import { databaseCosts, type Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin, manager, technician, orgId } = await worker.business();
const other = await worker.business();

interface LeadJson {
  id: string;
  number: number;
  name: string;
  phone: string | null;
  stage: string;
  stageSince: string;
  lostFrom: string | null;
  lostReason: string | null;
  value: number | null;
  customer: { id: string } | null;
  followUps: { title: string; dueOn: string | null }[];
  activity: { kind: string; text: string | null; by: string | null }[];
  version: number;
}

interface Refused {
  code: string;
  message: string;
  fields?: Record<string, string[]>;
  current?: { version: number };
}

interface Board {
  stages: {
    stage: string;
    total: number | null;
    value: number | null;
    items: { id: string; followUpOn: string | null }[];
  }[];
}

const basic = { name: "Ana Ortega", phone: "(414) 555-1007", need: "New furnace" };

async function add(by: Visitor, fields: object = {}): Promise<LeadJson> {
  const answer = await by.post<LeadJson>("/api/leads", { ...basic, ...fields });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

const column = async (by: Visitor, stage: string, query = "") => {
  const { stages } = (await by.get<Board>(`/api/leads/board${query}`)).json;
  const found = stages.find((one) => one.stage === stage);
  if (!found) throw new Error(`no column ${stage}`);
  return found;
};

test("a lead is stored with a normalized phone number and appears first in the pipeline", async () => {
  const lead = await add(admin, { value: 4200, source: "referral", sourceDetail: "Ruth Jensen" });
  expect(lead).toMatchObject({ phone: "+14145551007", stage: "new", value: 4200, version: 1 });
  expect(lead.activity.map(({ kind }) => kind)).toEqual(["created"]);
  const fresh = await column(admin, "new");
  expect(fresh.items[0]?.id).toBe(lead.id);
  expect((await admin.get<LeadJson>(`/api/leads/LEAD-${lead.number}`)).json.id).toBe(lead.id);
});

test("invalid fields get field errors", async () => {
  const answer = await admin.post<Refused>("/api/leads", {
    name: " ",
    phone: "12",
    email: "nobody",
    need: "",
    value: -1,
  });
  expect(answer.status).toBe(400);
  expect(answer.json.fields).toMatchObject({
    name: ["Name is required"],
    phone: ["Please enter a valid phone number"],
    email: ["Please enter a valid email address"],
    need: ["Enter what they need"],
  });
  expect(answer.json.fields?.value?.[0]).toContain("between 0 and");
  const unreachable = await admin.post<Refused>("/api/leads", { name: "Ana", need: "Furnace" });
  expect(unreachable.json.fields?.phone).toEqual(["Enter a phone number or an email address"]);
  const stranger = (await other.admin.get<{ id: string }>("/api/auth/profile")).json.id;
  const owned = await admin.post<Refused>("/api/leads", { ...basic, ownerId: stranger });
  expect(owned.json.fields?.ownerId).toEqual(["Choose a person from the list"]);
});

test("stage totals follow leads being created, moved, lost, deleted and restored", async () => {
  const { admin: own } = await worker.business();
  const [one, two] = [await add(own, { value: 100 }), await add(own, { value: 250.5 })];
  expect(await column(own, "new")).toMatchObject({ total: 2, value: 350.5 });
  const moved = await own.post<LeadJson>(`/api/leads/${one.id}/stage`, { stage: "contacted", version: one.version });
  expect(moved.json).toMatchObject({ stage: "contacted", version: 2 });
  await own.post(`/api/leads/${two.id}/lose`, { reason: "price", version: two.version });
  expect(await column(own, "new")).toMatchObject({ total: 0, value: 0 });
  expect(await column(own, "contacted")).toMatchObject({ total: 1, value: 100 });
  expect(await column(own, "lost")).toMatchObject({ total: 1, value: 250.5 });
  expect((await own.delete(`/api/leads/${one.id}`)).status).toBe(204);
  expect(await column(own, "contacted")).toMatchObject({ total: 0, value: 0, items: [] });
  expect((await own.get(`/api/leads/${one.id}/`)).status).toBe(404);
  expect((await own.post<LeadJson>(`/api/leads/${one.id}/restore`)).json.stage).toBe("contacted");
  expect(await column(own, "contacted")).toMatchObject({ total: 1, value: 100 });
});

test("when two people move a lead, the second gets a conflict", async () => {
  const lead = await add(admin);
  await admin.post(`/api/leads/${lead.id}/stage`, { stage: "contacted", version: 1 });
  const late = await manager.post<Refused>(`/api/leads/${lead.id}/stage`, { stage: "estimate_sent", version: 1 });
  expect(late.status).toBe(409);
  expect(late.json.current?.version).toBe(2);
  const again = await admin.post<LeadJson>(`/api/leads/${lead.id}/stage`, { stage: "contacted", version: 1 });
  expect(again.json.version).toBe(2);
});

test("a lead cannot be moved to won or lost as a stage", async () => {
  const lead = await add(admin);
  for (const stage of ["won", "lost", "sold"]) {
    const answer = await admin.post<Refused>(`/api/leads/${lead.id}/stage`, { stage, version: 1 });
    expect(answer.status).toBe(400);
  }
});

test("losing a lead requires a reason, happens once and can be reopened", async () => {
  const lead = await add(admin);
  const bare = await admin.post<Refused>(`/api/leads/${lead.id}/lose`, { version: 1 });
  expect(bare.json.fields?.reason).toEqual(["Choose why it was lost"]);
  const lost = await admin.post<LeadJson>(`/api/leads/${lead.id}/lose`, {
    reason: "competitor",
    note: "Went with Sears",
    version: 1,
  });
  expect(lost.json).toMatchObject({ stage: "lost", lostFrom: "new", lostReason: "competitor" });
  expect(lost.json.activity[0]?.text).toBe("Chose another company: Went with Sears");
  expect((await admin.post(`/api/leads/${lead.id}/lose`, { reason: "price", version: 2 })).status).toBe(409);
  const open = await admin.post<LeadJson>(`/api/leads/${lead.id}/stage`, { stage: "contacted", version: 2 });
  expect(open.json).toMatchObject({ stage: "contacted", lostReason: null, lostFrom: null });
});

test("follow-ups are to-dos for the lead, and its card shows the next one", async () => {
  const lead = await add(admin);
  const [first, second] = [nextYear("2027-05-03"), nextYear("2027-05-05")];
  for (const dueOn of [second, first]) {
    expect((await admin.post("/api/todos", { title: "Call Ana", dueOn, leadId: lead.id })).status).toBe(201);
  }
  const { json } = await admin.get<LeadJson>(`/api/leads/${lead.id}`);
  expect(json.followUps.map(({ dueOn }) => dueOn)).toEqual([first, second]);
  const card = (await column(admin, "new")).items.find(({ id }) => id === lead.id);
  expect(card?.followUpOn).toBe(first);
  const foreign = await other.admin.post<Refused>("/api/todos", { title: "Call", leadId: lead.id });
  expect(foreign.json.fields?.leadId).toEqual(["Choose a lead from the list"]);
});

test("editing a lead whose owner left the business keeps the owner, and its next follow-up is the editor's", async () => {
  const former = await worker.member(orgId, "Manager");
  const lead = await add(admin, { ownerId: former.userId });
  await worker.db.prepare("UPDATE members SET status = 'disabled' WHERE user_id = ?").bind(former.userId).run();
  const form = (await manager.get(`/leads/${lead.number}/edit`)).text;
  expect(form).toContain(`<option value="${former.userId}" selected="">`);
  const followUp = (await manager.get(`/leads/${lead.number}/follow-up`)).text;
  expect(followUp).toContain(`<option value="${manager.userId}" selected="">`);
});

test("a lead with more history and follow-ups than are listed says so", async () => {
  const { manager, orgId } = await worker.business();
  const lead = await add(manager);
  const entry = worker.db.prepare(
    "INSERT INTO lead_activity (org_id, lead_id, id, kind, text, at) VALUES (?1, ?2, ?3, 'note', 'Called', ?4)",
  );
  const at = new Date().toISOString();
  const fill = (count: number) =>
    worker.db.batch(Array.from({ length: count }, () => entry.bind(orgId, lead.id, crypto.randomUUID(), at)));
  for (let n = 0; n < 20; n += 1)
    expect((await manager.post("/api/todos", { title: `Call ${n}`, leadId: lead.id })).status).toBe(201);
  await fill(199);
  const whole = (await manager.get(`/leads/${lead.number}`)).text;
  expect(whole).not.toContain("are listed.");
  await fill(1);
  expect((await manager.post("/api/todos", { title: "Call again", leadId: lead.id })).status).toBe(201);
  const cut = (await manager.get(`/leads/${lead.number}`)).text.replaceAll("<!-- -->", "");
  expect(cut).toContain("Only the latest 200 entries are listed.");
  expect(cut).toContain("Only the next 20 are listed.");
  const { followUps, activity } = (await manager.get<LeadJson>(`/api/leads/${lead.id}`)).json;
  expect([followUps.length, activity.length]).toEqual([20, 200]);
});

test("a deleted lead offers no new follow-up", async () => {
  const lead = await add(admin);
  expect((await admin.get(`/leads/${lead.number}`)).text).toContain("New follow-up");
  expect((await admin.delete(`/api/leads/${lead.id}`)).status).toBe(204);
  expect((await admin.get(`/leads/${lead.number}`)).text).not.toContain("New follow-up");
});

test("a matching phone number or address shows possible duplicates", async () => {
  const place = { line1: "3318 N Oakland Ave", city: "Milwaukee", state: "WI", postalCode: "53211" };
  const customer = await admin.post<{ id: string }>("/api/customers", {
    firstName: "Greta",
    lastName: "Stone",
    addresses: [{ ...place, type: "service" }],
  });
  const first = await add(admin, { name: "Greta S.", phone: "414-555-2200", place });
  interface Similar {
    leads: { id: string; reason: string }[];
    customers: { id: string; reason: string }[];
  }
  const query = new URLSearchParams({ phone: "(414) 555-2200", line1: "3318 n oakland ave", postalCode: "53211-1234" });
  const { json } = await admin.get<Similar>(`/api/leads/similar?${query}`);
  expect(json.leads).toEqual([expect.objectContaining({ id: first.id, reason: "Same phone, same address" })]);
  expect(json.customers).toEqual([expect.objectContaining({ id: customer.json.id, reason: "Same address" })]);
  expect((await other.admin.get<Similar>(`/api/leads/similar?${query}`)).json).toEqual({ leads: [], customers: [] });
});

test("a possible duplicate is found whatever the accents and capitals of its street and name", async () => {
  const place = { line1: "12 RUE ÉTÉ", city: "Milwaukee", state: "WI", postalCode: "53207" };
  const customer = await admin.post<{ id: string }>("/api/customers", {
    ...{ firstName: "Zoé", lastName: "Núñez", addresses: [{ ...place, type: "service" }] },
  });
  const first = await add(admin, { name: "Zoé", phone: "414-555-2291", place });
  const second = await add(admin, {
    name: "Z. Nunez",
    phone: "414-555-2292",
    place: { ...place, line1: "12 rue été" },
  });
  interface Similar {
    leads: { id: string; reason: string }[];
    customers: { id: string; reason: string }[];
  }
  const similar = async (entered: Record<string, string>) =>
    (await admin.get<Similar>(`/api/leads/similar?${new URLSearchParams(entered)}`)).json;
  for (const line1 of ["12 rue été", "12 Rue ete", "12 RUE ÉTÉ"]) {
    const found = await similar({ line1, postalCode: "53207" });
    expect(found.leads.map(({ id, reason }) => [id, reason])).toEqual(
      expect.arrayContaining([first, second].map(({ id }) => [id, "Same address"])),
    );
    expect(found.customers).toEqual([expect.objectContaining({ id: customer.json.id, reason: "Same address" })]);
  }
  const named = await similar({ name: "zoe nunez", postalCode: "53207" });
  expect(named.customers).toEqual([
    expect.objectContaining({ id: customer.json.id, reason: "Same name and ZIP code" }),
  ]);
  // A longer street with the same words is another place.
  expect((await similar({ line1: "12 Rue", postalCode: "53207" })).leads).toEqual([]);
  const page = await admin.get(`/leads/${first.id}`);
  expect(page.text).toContain("Z. Nunez");
});

test("leads are found by words and number, filtered, and paged without gaps", async () => {
  const { admin: own } = await worker.business();
  for (let n = 1; n <= 7; n += 1) {
    await add(own, { name: `Person ${n}`, source: n % 2 ? "call" : "referral", need: n === 3 ? "Boiler leaks" : "AC" });
  }
  interface List {
    items: { name: string; number: number }[];
    nextCursor: string | null;
    total: number | null;
  }
  const list = async (query: string) => (await own.get<List>(`/api/leads?${query}`)).json;
  expect((await list("search=boil")).items.map(({ name }) => name)).toEqual(["Person 3"]);
  expect((await list("search=LEAD-5")).items.map(({ name }) => name)).toEqual(["Person 5"]);
  expect((await list("search=4145551007")).items).toHaveLength(7);
  expect((await list("source=referral&stage=new")).items).toHaveLength(3);
  for (const query of ["search=%25", "search=%25&source=referral"]) expect((await list(query)).items).toEqual([]);
  expect((await own.get("/leads?search=%25")).text).not.toContain("Person 1");
  const first = await list("limit=4");
  expect(first.total).toBe(7);
  const rest = await list(`limit=4&cursor=${first.nextCursor}`);
  expect([...first.items, ...rest.items].map(({ number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1]);
  expect((await own.get("/api/leads?cursor=nonsense")).status).toBe(400);
});

test("the report counts leads by source, stage reached and reason lost", async () => {
  const { admin: own } = await worker.business();
  const [a, b] = [await add(own, { source: "referral" }), await add(own, { source: "call" })];
  await own.post(`/api/leads/${a.id}/stage`, { stage: "estimate_sent", version: 1 });
  await own.post(`/api/leads/${a.id}/lose`, { reason: "price", version: 2 });
  await own.post(`/api/leads/${b.id}/stage`, { stage: "contacted", version: 1 });
  interface Report {
    sources: { source: string; leads: number; lost: number; rate: number | null }[];
    funnel: { stage: string; reached: number }[];
    lost: { reason: string; leads: number }[];
  }
  const { json } = await own.get<Report>("/api/leads/report");
  expect(json.sources.find(({ source }) => source === "referral")).toMatchObject({ leads: 1, lost: 1, rate: 0 });
  expect(json.funnel.map(({ reached }) => reached)).toEqual([2, 2, 1, 0]);
  expect(json.lost).toEqual([{ reason: "price", leads: 1 }]);
  const file = await own.get("/resources/lead-report");
  expect(file.text).toContain("Lost reason,Price too high,1");
  expect((await own.get("/api/leads/report?from=2026-05-01&to=2026-01-01")).status).toBe(400);
});

test("a manager can move and lose leads, and a member with only read access cannot", async () => {
  const lead = await add(admin);
  const reader = await worker.member(orgId, "Manager", ["leads.read"]);
  const move = (by: Visitor, stage: string, version: number) =>
    by.post<LeadJson>(`/api/leads/${lead.id}/stage`, { stage, version });
  const lose = (by: Visitor, version: number) =>
    by.post<LeadJson>(`/api/leads/${lead.id}/lose`, { reason: "price", version });
  for (const by of [reader, technician]) {
    expect((await move(by, "contacted", 1)).status).toBe(403);
    expect((await lose(by, 1)).status).toBe(403);
  }
  expect((await move(other.admin, "contacted", 1)).status).toBe(404);
  expect((await admin.get<LeadJson>(`/api/leads/${lead.id}`)).json).toMatchObject({ stage: "new", version: 1 });
  const moved = await move(manager, "contacted", 1);
  expect([moved.status, moved.json.stage]).toEqual([200, "contacted"]);
  expect((await lose(manager, 2)).json).toMatchObject({ stage: "lost", lostReason: "price" });
});

test("technicians and other businesses have no access to leads", async () => {
  const lead = await add(admin);
  expect((await technician.get("/api/leads")).status).toBe(403);
  expect((await technician.get("/leads")).status).toBe(403);
  const random = await other.admin.get("/api/leads/0192f000-0000-7000-8000-000000000000");
  const foreign = await other.admin.get(`/api/leads/${lead.id}`);
  expect([foreign.status, random.status]).toEqual([404, 404]);
  expect((await other.admin.post(`/api/leads/${lead.id}/notes`, { text: "Hello" })).status).toBe(404);
});

test("a user with write access can add notes to a lead, but only lead managers can delete it", async () => {
  const lead = await add(admin);
  const writer = await worker.member(orgId, "Manager", ["leads.write"]);
  expect((await writer.post(`/api/leads/${lead.id}/notes`, { text: "Left a message" })).status).toBe(201);
  expect((await writer.delete(`/api/leads/${lead.id}`)).status).toBe(403);
});

test("the board, list and report read as many rows with two thousand more leads", async () => {
  const { admin: own, orgId: id } = await worker.business();
  await add(own);
  const fill = (from: number, count: number) =>
    worker.db
      .prepare(
        `WITH RECURSIVE n(value) AS (SELECT ?2 UNION ALL SELECT value + 1 FROM n WHERE value < ?3)
         INSERT INTO leads (org_id, id, number, name, phone, need, source, stage, stage_since, lost_from, lost_reason, value_minor, created_on, created_at, updated_at)
         SELECT ?1, 'filled-' || value, value, 'Filled ' || value, '+14145559999', 'AC', 'call',
           iif(value % 3 = 0, 'lost', 'contacted'), '2026-01-01T00:00:00.000Z', iif(value % 3 = 0, 'new', NULL), iif(value % 3 = 0, 'price', NULL), 100,
           '2026-01-01', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
         FROM n`,
      )
      .bind(id, from, from + count - 1)
      .run();
  await fill(10, 100);
  const before = await Promise.all(["/leads", "/leads/list", "/leads/report"].map((path) => own.get(path)));
  await fill(1000, 2000);
  const after = await Promise.all(["/leads", "/leads/list", "/leads/report"].map((path) => own.get(path)));
  for (const [at, page] of after.entries()) {
    const [was, is] = [before[at], page].map((answer) => answer && databaseCosts(answer));
    expect(page.status).toBe(200);
    expect(is?.read).toBeLessThanOrEqual((was?.read ?? 0) * 1.1);
  }
});
