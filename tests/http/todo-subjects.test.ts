import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addItem, addLocation, stocked } from "#tests/support/inventory";
import { addIssue } from "#tests/support/issues";
import { jpegOf } from "#tests/support/pictures";
import { addServiceType } from "#tests/support/service-types";
import { setUpTechnician } from "#tests/support/technicians";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { type Business, testWorker } from "#tests/support/worker";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { SUBJECT_FIELDS, SUBJECT_KINDS, type SubjectKind } from "~/domain/todos/todo";

const worker = await testWorker();
const firm = await worker.business();
const other = await worker.business();
const { admin, manager, orgId } = firm;
const bare = await worker.member(orgId, "Technician", []);
const today = wallTimeOf(Date.now(), "UTC").date;

interface TodoJson {
  id: string;
  title: string;
  subject: { kind: string; id: string; label: string | null } | null;
  version: number;
}
interface TodoList {
  items: TodoJson[];
}
interface Refused {
  fields?: Record<string, string[]>;
}

interface Made {
  id: string;
  label: string | RegExp;
}
interface Kind {
  make: (of: Business) => Promise<Made>;
  path: (id: string) => string;
  /** Null if such records are never deleted. */
  table: string | null;
}

async function made<T extends { id: string }>(by: Visitor, path: string, body: object): Promise<T> {
  const answer = await by.post<T>(path, body);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

const supplierOf = ({ manager: by }: Business) =>
  made(by, "/api/inventory/suppliers", { name: `Johnstone ${randomUUID().slice(0, 8)}` });

/** The kinds added to the first seven, whose own tests are with the other to-dos. */
const kinds: Partial<Record<SubjectKind, Kind>> = {
  item: {
    make: async ({ manager: by }) => {
      const { id } = await addItem(by, { name: "Run capacitor" });
      return { id, label: "Run capacitor" };
    },
    path: (id) => `/inventory/items/${id}`,
    table: "inventory_items",
  },
  purchaseOrder: {
    make: async (of) => {
      const [{ id: supplierId }, item, locationId] = await Promise.all([
        supplierOf(of),
        addItem(of.manager),
        addLocation(of.manager),
      ]);
      const lines = [{ itemId: item.id, locationId, quantity: 2 }];
      const { id } = await made(of.manager, "/api/inventory/purchase-orders", { supplierId, lines });
      return { id, label: /^PO-\d+$/ };
    },
    path: (id) => `/inventory/purchase-orders/${id}`,
    table: "purchase_orders",
  },
  supplier: {
    make: async (of) => ({ id: (await supplierOf(of)).id, label: /^Johnstone/ }),
    path: (id) => `/inventory/suppliers/${id}`,
    table: "suppliers",
  },
  location: {
    make: async ({ manager: by }) => ({
      id: await addLocation(by, { name: `North ${randomUUID()}` }),
      label: /^North/,
    }),
    path: (id) => `/inventory/locations/${id}`,
    table: "inventory_locations",
  },
  technician: {
    make: async ({ manager: by }) => ({
      id: (await setUpTechnician(by, { email: `${randomUUID()}@example.com` })).id,
      label: "Mia Chen",
    }),
    path: (id) => `/technicians/${id}`,
    table: null,
  },
  serviceType: {
    make: async ({ manager: by }) => ({
      id: (await addServiceType(by, { name: `Duct test ${randomUUID()}` })).id,
      label: /^Duct test/,
    }),
    path: (id) => `/service-types/${id}`,
    table: null,
  },
  issue: {
    make: async ({ manager: by }) => ({
      id: (await addIssue(by, { title: "Board is slow" })).id,
      label: /\d+ Board is slow$/,
    }),
    path: (id) => `/bugscout/issues/${id}`,
    table: "issues",
  },
  design: {
    make: async ({ manager: by }) => {
      const body = { title: "Loft", template: "split_system", siteAddressId: null };
      return { id: (await made(by, "/api/designs", body)).id, label: "Loft" };
    },
    path: (id) => `/designer/${id}`,
    table: "designs",
  },
  receipt: {
    make: async ({ manager: by }) => {
      const body = new FormData();
      const scan = Array.from({ length: 12 }, () => Math.floor(Math.random() * 200));
      body.set("picture", new Blob([jpegOf(40, 60, { scan })], { type: "image/jpeg" }), "receipt.jpg");
      const answer = await by.send<{ id: string }>("POST", "/api/receipts", { body });
      if (answer.status !== 201) throw new Error(answer.text);
      return { id: answer.json.id, label: "Receipt" };
    },
    path: (id) => `/receipts/${id}`,
    table: "business_receipts",
  },
  thread: {
    make: async ({ manager: by, technician }) => ({
      id: (await made(by, "/api/threads", { people: [technician.userId], title: null })).id,
      label: /\w/,
    }),
    path: (id) => `/messages/${id}`,
    table: "threads",
  },
  cylinder: {
    make: async ({ manager: by }) => {
      const number = `C-${randomUUID().slice(0, 8)}`;
      const fields = { number, refrigerant: "R-410A", kind: "virgin", tareLb: 5, capacityLb: 25, grossLb: 25 };
      return { id: (await made(by, "/api/refrigerant-cylinders", fields)).id, label: `Cylinder ${number}` };
    },
    path: (id) => `/equipment/cylinders/${id}`,
    table: null,
  },
  count: {
    make: async ({ manager: by }) => {
      const name = `Shelf ${randomUUID()}`;
      const count = { locationId: await addLocation(by, { name }), scope: "stock" };
      return { id: (await made(by, "/api/inventory/counts", count)).id, label: `Count: ${name}` };
    },
    path: (id) => `/inventory/counts/${id}`,
    table: null,
  },
  movement: {
    make: async ({ manager: by }) => {
      const { itemId } = await stocked(by, 10);
      const found = `/api/inventory/movements?itemId=${itemId}`;
      const { items } = (await by.get<{ items: { id: string }[] }>(found)).json;
      return { id: items[0]?.id ?? "", label: /^Receipt of Run capacitor/ };
    },
    path: (id) => `/inventory/movements/${id}`,
    table: null,
  },
  reservation: {
    make: async ({ manager: by }) => {
      const { itemId, locationId } = await stocked(by, 10);
      const reserved = { itemId, locationId, quantity: 1 };
      return {
        id: (await made(by, "/api/inventory/reservations", reserved)).id,
        label: /^Reservation of Run capacitor/,
      };
    },
    path: (id) => `/inventory/reservations/${id}`,
    table: null,
  },
  analysis: {
    make: async ({ manager: by }) => {
      const saved = { title: "HVAC and plumbing", industries: ["238220"] };
      return { id: (await made(by, "/api/industry-analyses", saved)).id, label: "HVAC and plumbing" };
    },
    path: (id) => `/industry-analysis/saved/${id}`,
    table: "industry_analyses",
  },
};

const every = SUBJECT_KINDS.flatMap((kind) => {
  const known = kinds[kind];
  return known ? [{ kind, ...known }] : [];
});

test.each(every)("a to-do about a record of the kind $kind names it, links to it and is found by it", async (one) => {
  const { kind, make, path } = one;
  const { id, label } = await make(firm);
  const title = `About ${kind} ${id}`;
  const field = SUBJECT_FIELDS[kind];
  const todo = await made<TodoJson>(manager, "/api/todos", { title, [field]: id });
  expect(todo.subject).toMatchObject({ kind, id });
  expect(todo.subject?.label).toMatch(label);
  const found = await manager.get<TodoList>(`/api/todos?list=team&about=${kind}:${id}`);
  expect(found.json.items.map((each) => each.title)).toEqual([title]);
  expect((await manager.get(`/api/todos/export?list=team&about=${kind}:${id}`)).text).toContain(title);
  expect((await manager.get("/todos?list=unassigned")).text).toContain(`href="${path(id)}"`);
  const page = await manager.get(path(id));
  // The links of a menu are drawn when it is opened.
  if (!["purchaseOrder", "issue", "thread", "analysis"].includes(kind))
    expect(page.text).toContain(`/todos/new?${kind}=${id}`);
  const dialog = await manager.get(`/todos/new?${kind}=${id}`);
  expect([dialog.status, dialog.text.includes(`name="${field}" value="${id}"`)]).toEqual([200, true]);
});

test.each(every)("the name of a record of the kind $kind is hidden from those who may not open it", async (one) => {
  const { kind, make } = one;
  const { id } = await make(firm);
  const field = SUBJECT_FIELDS[kind];
  const { id: assigneeId } = (await bare.get<{ id: string }>("/api/auth/profile")).json;
  const todo = await made<TodoJson>(manager, "/api/todos", { title: "Hidden", [field]: id, assigneeId });
  expect((await bare.get<TodoJson>(`/api/todos/${todo.id}`)).json.subject).toEqual({ kind, id, label: null });
  const refused = await bare.post<Refused>("/api/todos", { title: "Mine", [field]: id });
  expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, [field]]);
  expect((await bare.get(`/api/todos?list=unassigned&about=${kind}:${id}`)).status).toBe(404);
});

test.each(every.filter(({ kind }) => kind !== "receipt"))(
  "an unassigned to-do about a record of the kind $kind is not shown to those who may not open it",
  async ({ kind, make }) => {
    const { id } = await make(firm);
    const title = `Quote ${randomUUID()}`;
    const todo = await made<TodoJson>(manager, "/api/todos", { title, [SUBJECT_FIELDS[kind]]: id });
    expect((await bare.get(`/api/todos/${todo.id}`)).status).toBe(404);
    for (const path of ["/api/todos?list=unassigned&limit=100", `/resources/search?q=${encodeURIComponent(title)}`]) {
      const { text } = await bare.get(path);
      expect([path, text.includes(title)]).toEqual([path, false]);
      expect((await manager.get(path)).text).toContain(title);
    }
  },
);

test.each(every)("another business's record of the kind $kind is not found", async ({ kind, make }) => {
  const { id } = await make(firm);
  const field = SUBJECT_FIELDS[kind];
  for (const foreign of [id, randomUUID()]) {
    const refused = await other.admin.post<Refused>("/api/todos", { title: "Theirs", [field]: foreign });
    expect([refused.status, Object.keys(refused.json.fields ?? {})]).toEqual([400, [field]]);
    expect((await other.admin.get(`/todos/new?${kind}=${foreign}`)).status).toBe(404);
    expect((await other.admin.get(`/api/todos?list=team&about=${kind}:${foreign}`)).status).toBe(404);
  }
});

test.each(every.filter(({ table }) => table !== null))(
  "deleting a record of the kind $kind leaves its to-do without it",
  async ({ kind, make, table }) => {
    const { id } = await make(firm);
    const todo = await made<TodoJson>(manager, "/api/todos", { title: "Kept", [SUBJECT_FIELDS[kind]]: id });
    await worker.db.prepare(`DELETE FROM ${table} WHERE org_id = ? AND id = ?`).bind(orgId, id).run();
    const answer = await manager.get<TodoJson>(`/api/todos/${todo.id}`);
    expect([answer.status, answer.json.subject]).toEqual([200, null]);
  },
);

test("a to-do names its conversation only to participants, and its receipt only to the author and those who see the books", async () => {
  const thread = await kinds.thread?.make(firm);
  const own = await made<TodoJson>(manager, "/api/todos", { title: "Answer", threadId: thread?.id });
  const labelFor = async (by: Visitor, id: string) =>
    (await by.get<TodoJson>(`/api/todos/${id}`)).json.subject?.label ?? null;
  expect(await labelFor(admin, own.id)).toBeNull();
  expect([await labelFor(manager, own.id), await labelFor(firm.technician, own.id)]).not.toContain(null);
  const receipt = await kinds.receipt?.make({ ...firm, manager: firm.technician });
  const theirs = await made<TodoJson>(firm.technician, "/api/todos", { title: "File it", receiptId: receipt?.id });
  const colleague = await worker.member(orgId, "Technician");
  expect([await labelFor(admin, theirs.id), await labelFor(firm.technician, theirs.id)]).toEqual([
    "Receipt",
    "Receipt",
  ]);
  expect(await labelFor(colleague, theirs.id)).toBeNull();
});

test("the database refuses a to-do about two records, and one about another business's record", async () => {
  const [item, theirs] = [await addItem(manager), await addItem(other.manager)];
  const { customerId } = await addCustomer(worker, orgId);
  const { id } = await made<TodoJson>(manager, "/api/todos", { title: "One", itemId: item.id });
  const set = (column: string, value: string) =>
    worker.db.prepare(`UPDATE todos SET ${column} = ? WHERE org_id = ? AND id = ?`).bind(value, orgId, id).run();
  await expect(set("customer_id", customerId)).rejects.toThrow(/todo_one_record/);
  await expect(set("item_id", theirs.id)).rejects.toThrow(/todo_subject/);
});

test("a change can replace the record with one of another kind, and a second record is refused", async () => {
  const [item, { customerId }] = [await addItem(manager), await addCustomer(worker, orgId)];
  const todo = await made<TodoJson>(manager, "/api/todos", { title: "Order it", itemId: item.id });
  const both = { title: "Order it", version: todo.version, itemId: item.id, customerId };
  expect((await manager.put<Refused>(`/api/todos/${todo.id}`, both)).json.fields).toHaveProperty("itemId");
  const moved = await manager.put<TodoJson>(`/api/todos/${todo.id}`, { ...both, itemId: null });
  expect(moved.json.subject).toMatchObject({ kind: "customer", id: customerId });
});

test("the next to-do of a series is about the same record", async () => {
  const item = await addItem(manager);
  const todo = await made<TodoJson>(manager, "/api/todos", {
    ...{ title: "Count it", itemId: item.id, dueOn: today, repeatUnit: "week" },
  });
  await manager.post(`/api/todos/${todo.id}/complete`);
  const about = async (list: string) =>
    (await manager.get<TodoList>(`/api/todos?list=${list}&about=item:${item.id}`)).json.items.length;
  expect([await about("team"), await about("done")]).toEqual([1, 1]);
});

test("to-dos about a lead are found even when completed", async () => {
  const lead = await made(manager, "/api/leads", { name: "Ida Rhodes", phone: "(414) 555-1007", need: "New furnace" });
  const todo = await made<TodoJson>(manager, "/api/todos", { title: "Call", leadId: lead.id });
  await manager.post(`/api/todos/${todo.id}/complete`);
  const done = await manager.get<TodoList>(`/api/todos?list=done&about=lead:${lead.id}`);
  expect(done.json.items.map(({ id }) => id)).toEqual([todo.id]);
});

test("an unknown kind of record is refused", async () => {
  expect((await manager.get(`/api/todos?about=planet:${randomUUID()}`)).status).toBe(400);
});

test("a record found by typing is chosen in the form, by its number or id", async () => {
  const own = await worker.business();
  const none = await worker.member(own.orgId, "Technician", []);
  const word = `Zephyr${randomUUID().slice(0, 6)}`;
  const customer = await made(own.manager, "/api/customers", { firstName: word, lastName: "Ortega" });
  const item = await addItem(own.manager, { name: `${word} valve` });
  interface Found {
    choices: { value: string; label: string }[];
  }
  const { choices } = (await own.manager.get<Found>(`/resources/todo-subjects?q=${word}`)).json;
  expect(choices.map(({ label }) => label).sort()).toEqual([`${word} Ortega`, `${word} valve`]);
  const about = (start: string) => choices.find(({ value }) => value.startsWith(start))?.value ?? "";
  expect(about("customer")).toMatch(/^customer:\d+$/);
  for (const [start, subject] of [
    ["customer", { kind: "customer", id: customer.id }],
    ["item", { kind: "item", id: item.id }],
  ] as const) {
    const title = `Chosen ${start} ${word}`;
    const sent = await own.manager.submit("/todos/new", { title, about: about(start), idempotencyKey: randomUUID() });
    expect(sent.status, sent.text).toBe(302);
    const { items } = (await own.manager.get<TodoList>(`/api/todos?list=team&about=${start}:${subject.id}`)).json;
    expect(items.map((each) => [each.title, each.subject?.kind])).toEqual([[title, subject.kind]]);
  }
  expect((await none.get<Found>(`/resources/todo-subjects?q=${word}`)).json.choices).toEqual([]);
  const refused = async (by: Visitor, value: string) =>
    (await by.submit("/todos/new", { title: "Refused", about: value, idempotencyKey: randomUUID() })).text;
  for (const value of [`item:${item.id}`, "planet:1", "item:1"])
    expect(await refused(other.manager, value), value).toContain("Choose a record from the list");
  expect(await refused(none, about("item"))).toContain("Choose a record from the list");
});
