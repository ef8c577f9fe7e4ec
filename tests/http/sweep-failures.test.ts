import { expect, test } from "vitest";
import { zoneAt } from "#tests/support/clock";
import { addItem, addLocation, post } from "#tests/support/inventory";
import { addCustomer, addWorkOrder } from "#tests/support/work-orders";
import { type Business, ownWorker, workerOutput } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await ownWorker();
const today = new Date().toISOString().slice(0, 10);
const LONG_AGO = "2026-01-01T00:00:00.000Z";

const run = (statement: string, ...values: unknown[]) =>
  worker.db
    .prepare(statement)
    .bind(...values)
    .run();

const byOrg = ({ orgId }: Business) => orgId;

async function addTodo({ admin }: Business): Promise<void> {
  const todo = { title: "Call the inspector", dueOn: addDays(today, 2), dueAt: "15:00", reminderMinutes: 60 };
  expect((await admin.post("/api/todos", todo)).status).toBe(201);
}

async function addThread({ orgId, manager }: Business): Promise<string> {
  const site = await addCustomer(worker, orgId);
  await run("UPDATE customers SET email = 'site@example.com' WHERE org_id = ? AND id = ?", orgId, site.customerId);
  const workOrder = await addWorkOrder(manager, site);
  return (await manager.post<{ id: string }>(`/api/work-orders/${workOrder.id}/customer-thread`, {})).json.id;
}

async function joinThread(business: Business): Promise<void> {
  const { orgId, manager } = business;
  const threadId = await addThread(business);
  const member = "INSERT INTO thread_members (org_id, thread_id, user_id, joined_at) VALUES (?, ?, ?, ?)";
  await run(member, orgId, threadId, manager.userId, LONG_AGO);
}

async function holdMessage(business: Business): Promise<void> {
  const { orgId, admin, manager } = business;
  const threadId = await addThread(business);
  // Quiet hours are all day except its last minute.
  await run("UPDATE organizations SET time_zone = ? WHERE id = ?", zoneAt(12), orgId);
  const { templates } = (await admin.get<{ templates: object }>("/api/message-settings")).json;
  const quiet = { version: 0, quietFrom: "00:00", quietTo: "23:59", templates };
  expect((await admin.put("/api/message-settings", quiet)).status).toBe(200);
  const message = { channel: "mail", body: "We come at nine.", now: false };
  expect((await manager.post(`/api/threads/${threadId}/customer-messages`, message)).status).toBe(201);
}

async function reserve({ manager }: Business): Promise<void> {
  const [{ id: itemId }, locationId] = [await addItem(manager), await addLocation(manager)];
  await post(manager, "receipt", [{ itemId, locationId, quantity: 5, unitCost: 3 }]);
  const reserved = { itemId, locationId, quantity: 1, reservedUntil: addDays(today, 2) };
  expect((await manager.post("/api/inventory/reservations", reserved)).status).toBe(201);
}

async function connectBank({ admin }: Business): Promise<void> {
  await run(
    `INSERT INTO bank_items (user_id, id, access_token, institution_name, status, created_at, updated_at)
     VALUES (?1, 'bank-' || ?1, 'v1.00000000.AA.AA', 'Harbor', 'connected', ?2, ?2)`,
    admin.userId,
    LONG_AGO,
  );
}

interface Sweep {
  name: string;
  table: string;
  owner: (business: Business) => string;
  ownerColumn: "org_id" | "user_id";
  add: (business: Business) => Promise<unknown>;
  /** Makes the work due. */
  due: string;
  isWaiting: string;
  minute: number;
}

const organizations = { owner: byOrg, ownerColumn: "org_id", minute: 46 } as const;

const sweeps: readonly Sweep[] = [
  {
    ...{ name: "bank connections", table: "bank_items", ownerColumn: "user_id", minute: 46, add: connectBank },
    owner: ({ admin }) => admin.userId,
    due: "last_tried_at = NULL",
    isWaiting: "last_tried_at IS NULL",
  },
  {
    ...{ ...organizations, name: "to-do reminders", table: "todos", add: addTodo },
    due: `remind_at = '${LONG_AGO}'`,
    isWaiting: "remind_at IS NOT NULL",
  },
  {
    ...{ ...organizations, name: "unread messages", table: "thread_members", add: joinThread },
    due: `notify_at = '${LONG_AGO}'`,
    isWaiting: "notify_at IS NOT NULL",
  },
  {
    ...{ ...organizations, name: "held messages", table: "messages", add: holdMessage },
    due: `send_at = '${LONG_AGO}'`,
    isWaiting: "delivery = 'held'",
  },
  {
    ...{ ...organizations, name: "expired reservations", table: "stock_reservations", add: reserve, minute: 40 },
    due: "reserved_until = '2026-01-01'",
    isWaiting: "status = 'open'",
  },
];

const atMinute = (minute: number) => new Date(Date.UTC(2026, 10, 22, 6, minute));

test.each(sweeps)(
  "$name: a row that cannot be written leaves the next tenant's work done, and is logged",
  async (sweep) => {
    const { name, table, ownerColumn, due, isWaiting, minute } = sweep;
    const businesses = [await worker.business(), await worker.business()];
    for (const business of businesses) await sweep.add(business);
    // The sweeps go through tenants by id, so that the failing one comes first.
    const [broken = "", sound = ""] = businesses.map(sweep.owner).toSorted();
    const waiting = async (owner: string) =>
      (
        await worker.db
          .prepare(`SELECT count(*) AS n FROM ${table} WHERE ${ownerColumn} = ? AND ${isWaiting}`)
          .bind(owner)
          .first<{ n: number }>()
      )?.n ?? 0;
    for (const owner of [broken, sound]) {
      await run(`UPDATE ${table} SET ${due} WHERE ${ownerColumn} = ?`, owner);
      expect(await waiting(owner)).toBeGreaterThan(0);
    }
    await run(`CREATE TRIGGER broken_row BEFORE UPDATE ON ${table} WHEN NEW.${ownerColumn} = '${broken}'
    BEGIN SELECT RAISE(ABORT, 'this row is broken'); END`);
    try {
      await worker.sweep(atMinute(minute));
      expect(await waiting(sound)).toBe(0);
      expect(await waiting(broken)).toBeGreaterThan(0);
      await expect.poll(() => workerOutput()).toContain(`"path":"${name}"`);
      expect(workerOutput()).toContain("this row is broken");
      expect(workerOutput()).not.toContain(broken);
    } finally {
      await run("DROP TRIGGER broken_row");
    }
    await worker.sweep(atMinute(minute));
    expect(await waiting(broken)).toBe(0);
  },
);

test("a sweep that fails as a whole does not stop the later ones of its shard, and the run is reported as failed", async () => {
  const business = await worker.business();
  await addTodo(business);
  await run("UPDATE todos SET remind_at = ? WHERE org_id = ?", LONG_AGO, business.orgId);
  const left = () =>
    worker.db
      .prepare("SELECT count(*) AS n FROM todos WHERE org_id = ? AND remind_at IS NOT NULL")
      .bind(business.orgId)
      .first<number>("n");
  await run("ALTER TABLE bank_items RENAME COLUMN last_tried_at TO renamed");
  try {
    await expect(worker.sweep(atMinute(46))).rejects.toThrow(`1 sweep failed: ${worker.db.shard}/banks`);
    expect(await left()).toBe(0);
    await expect.poll(() => workerOutput()).toContain(`"path":"sweep/${worker.db.shard}/banks"`);
  } finally {
    await run("ALTER TABLE bank_items RENAME COLUMN renamed TO last_tried_at");
  }
  await worker.sweep(atMinute(46));
});
