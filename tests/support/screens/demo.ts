import { randomUUID } from "node:crypto";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { create } from "#tests/support/authenticator";
import { jpegOf } from "#tests/support/pictures";
import { startWorker } from "#tests/support/worker";
import { linkDemoBanks } from "../../../scripts/demo-bank.mjs";

// The demo, its signed-in users, and the rows shown by its screens: shared by all test files of a process and ended with it,
// since later files reuse this module.
export const worker = await startWorker({ ENVIRONMENT: "local" });
export const now = new Date();
await seedDemo(worker.db, now);
await linkDemoBanks((path, init) => fetch(new URL(path, worker.url), init), {
  email: "household@example.com",
  password: demoPassword,
  now,
});

const emails = {
  admin: "admin@example.com",
  technician: "technician@example.com",
  household: "household@example.com",
} as const;

async function signedIn(email: string) {
  const visitor = worker.visitor();
  const { status } = await visitor.post("/api/auth/login", { email, password: demoPassword });
  if (status !== 200) throw new Error(`${email} was answered ${status}`);
  return visitor;
}
export const people = {
  guest: worker.visitor(),
  admin: await signedIn(emails.admin),
  technician: await signedIn(emails.technician),
  household: await signedIn(emails.household),
};

for (const [host, token] of [
  ["github", "ghp_sim_lakeside"],
  ["gitlab", "glpat-sim-lakeside"],
])
  await people.admin.post(`/api/${host}/token`, { token });

const dispatchBoard = (
  await people.admin.get<{ items: { id: string; fullName: string }[] }>("/api/github/repos?limit=100")
).json.items.find(({ fullName }) => fullName === "lakeside/dispatch-board");
export const syncedRepository = { host: "github", repositoryId: dispatchBoard?.id ?? "" };
await people.admin.submit("/integrations/github/repositories", {
  ...{ repositoryIds: [syncedRepository.repositoryId], limit: "100" },
});

export type Row = Record<string, string>;
/** The first row a demo user sees: `?1` is their organization or, for the household, the user. */
async function first(owner: string, sql: string): Promise<Row> {
  const row = await worker.db.prepare(`${sql} LIMIT 1`).bind(owner).first<Record<string, string | number>>();
  if (!row) throw new Error(`The demo has no row for ${sql}`);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, String(value)]));
}
const ids = (email: string) =>
  first(email, "SELECT u.id, m.org_id FROM users u LEFT JOIN members m ON m.user_id = u.id WHERE u.email = ?1");
const { org_id: orgId = "" } = await ids(emails.admin);
const { id: householdId = "" } = await ids(emails.household);

const inStatus = (status: string) =>
  first(orgId, `SELECT number id FROM work_orders WHERE org_id = ?1 AND status = '${status}'`);
export const [unscheduled, scheduled, completed] = [
  await inStatus("unscheduled"),
  await inStatus("scheduled"),
  await inStatus("completed"),
];
export const mappedWorkOrder = await first(
  orgId,
  "SELECT number id, substr(scheduled_start, 1, 10) day FROM work_orders WHERE org_id = ?1 AND status IN ('scheduled', 'dispatched') AND technician_id IS NOT NULL ORDER BY scheduled_start",
);
export const member = await first(orgId, "SELECT user_id userId FROM members WHERE org_id = ?1");
export const customer = await first(
  orgId,
  "SELECT c.number id, a.id addressId FROM customers c JOIN addresses a ON a.org_id = c.org_id AND a.customer_id = c.id WHERE c.org_id = ?1 AND c.status = 'active'",
);
export const design = await first(orgId, "SELECT id FROM designs WHERE org_id = ?1");
await people.admin.post("/api/industry-analyses", { title: "The trades", industries: ["238220", "238210"] });
export const analysis = await first(orgId, "SELECT id FROM industry_analyses WHERE org_id = ?1");
export const busiest = await first(
  orgId,
  `SELECT c.id id, max(w.id) jobId FROM customers c JOIN work_orders w ON w.org_id = c.org_id AND w.customer_id = c.id
   WHERE c.org_id = ?1 GROUP BY c.id ORDER BY count(*) DESC`,
);
export const unit = await first(
  orgId,
  `SELECT e.id equipmentId, p.id planId, c.number id FROM equipment e
   JOIN customers c ON c.org_id = e.org_id AND c.id = e.customer_id
   JOIN maintenance_plans p ON p.org_id = e.org_id AND p.equipment_id = e.id AND p.active = 1 WHERE e.org_id = ?1`,
);
export const circuit = await first(
  orgId,
  `SELECT g.id circuitId, e.id equipmentId, c.number id FROM service_groups g
   JOIN equipment e ON e.org_id = g.org_id AND e.id = g.equipment_id
   JOIN customers c ON c.org_id = e.org_id AND c.id = e.customer_id WHERE g.org_id = ?1`,
);
export const leak = await first(
  orgId,
  `SELECT l.equipment_id equipmentId, l.id episodeId, v.id eventId, c.number id FROM leak_episodes l
   JOIN leak_events v ON v.org_id = l.org_id AND v.episode_id = l.id
   JOIN equipment e ON e.org_id = l.org_id AND e.id = l.equipment_id
   JOIN customers c ON c.org_id = e.org_id AND c.id = e.customer_id WHERE l.org_id = ?1`,
);
export const reading = await first(
  orgId,
  `SELECT r.equipment_id equipmentId, r.id readingId, c.number id FROM refrigerant_readings r
   JOIN equipment e ON e.org_id = r.org_id AND e.id = r.equipment_id
   JOIN customers c ON c.org_id = e.org_id AND c.id = e.customer_id WHERE r.org_id = ?1 AND r.removed_at IS NULL`,
);
export const issueLabel = await first(orgId, "SELECT id labelId FROM issue_labels WHERE org_id = ?1");
export const issueProject = await first(orgId, "SELECT id projectId FROM issue_projects WHERE org_id = ?1");
export const issueMilestone = await first(orgId, "SELECT id milestoneId FROM issue_milestones WHERE org_id = ?1");
export const issueView = await first(orgId, "SELECT id viewId FROM issue_views WHERE org_id = ?1 AND shared = 1");
export const commented = await first(orgId, "SELECT issue_id id, id commentId FROM issue_comments WHERE org_id = ?1");
export const lead = await first(orgId, "SELECT id FROM leads WHERE org_id = ?1 AND stage = 'contacted'");
export const estimate = await first(orgId, "SELECT id FROM estimates WHERE org_id = ?1 AND status = 'draft'");
export const conversation = await first(
  orgId,
  "SELECT id 'conversationId' FROM chat_conversations WHERE business_id = ?1",
);
export const supportMessage = await first(orgId, "SELECT id FROM support_conversations WHERE ?1 IS NOT NULL");
export const todo = await first(orgId, "SELECT id FROM todos WHERE org_id = ?1");
export const receipt = await first(
  orgId,
  "SELECT id FROM business_receipts WHERE org_id = ?1 AND confirmed_at IS NOT NULL",
);
export const thread = await first(orgId, "SELECT id threadId FROM threads WHERE org_id = ?1 AND kind = 'job'");
const texted = await first(
  orgId,
  `SELECT m.thread_id threadId, m.id messageId FROM messages m
   JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id WHERE m.org_id = ?1 AND t.kind IN ('customer', 'job')`,
);
export const pictured = { threadId: texted.threadId ?? "", pictureId: "texted" };
await worker.db
  .prepare(
    `INSERT INTO message_pictures (org_id, message_id, position, id, state, file_key, content_type, bytes, created_at, updated_at)
     VALUES (?1, ?2, 0, 'texted', 'stored', 'messages/texted', 'image/jpeg', 9, ?3, ?3)`,
  )
  .bind(orgId, texted.messageId ?? "", now.toISOString())
  .run();
export const property = await first(
  orgId,
  "SELECT s.number id, p.id personId FROM site_people p JOIN sites s ON s.org_id = p.org_id AND s.address_id = p.address_id WHERE p.org_id = ?1",
);
const gate = new FormData();
gate.set("photo", new File([jpegOf(40, 30)], "gate.jpg", { type: "image/jpeg" }));
const sitePhoto = await people.admin.send<{ id: string }>("POST", `/api/sites/${property.id}/photos`, { body: gate });
export const propertyPhoto = { id: property.id ?? "", photoId: sitePhoto.json.id };
export const cylinder = await first(
  orgId,
  "SELECT cylinder_id cylinderId, id entryId FROM refrigerant_cylinder_entries WHERE org_id = ?1 AND kind = 'weighed'",
);
export const part = await first(
  orgId,
  "SELECT item_id itemId, location_id locationId, id movementId FROM stock_movements WHERE org_id = ?1",
);
export const lot = await first(orgId, "SELECT id lotId, item_id itemId FROM stock_lots WHERE org_id = ?1");
export const truck = await first(
  orgId,
  "SELECT id locationId FROM inventory_locations WHERE org_id = ?1 AND type = 'truck' ORDER BY name",
);
export const usedPart = await first(
  orgId,
  "SELECT work_order_id id, id partId FROM work_order_parts WHERE org_id = ?1",
);
const ordered = (status: string) =>
  first(orgId, `SELECT id orderId FROM purchase_orders WHERE org_id = ?1 AND status = '${status}'`);
export const [draftOrder, openOrder] = [await ordered("draft"), await ordered("ordered")];
export const sold = await first(
  orgId,
  "SELECT item_id itemId, supplier_id supplierId FROM supplier_items WHERE org_id = ?1",
);
export const stockCount = await first(orgId, "SELECT id countId FROM stock_counts WHERE org_id = ?1");
export const reservation = await first(orgId, "SELECT id reservationId FROM stock_reservations WHERE org_id = ?1");
const invoiceIn = (condition: string) =>
  first(
    orgId,
    `SELECT id FROM invoices WHERE org_id = ?1 AND kind = 'invoice' AND ${condition} ORDER BY created_at DESC`,
  );
export const draft = await invoiceIn("status = 'draft'");
export const unpaid = await invoiceIn(
  "status = 'issued' AND total_minor > 0 AND paid_minor = 0 AND credited_minor = 0",
);
export const paid = await first(
  orgId,
  "SELECT invoice_id id, payment_id paymentId FROM payment_allocations WHERE org_id = ?1",
);
const requested = await people.admin.post<{ id: string }>(`/api/work-orders/${scheduled.id}/deposit-requests`, {
  amount: 100,
});
export const deposit = { ...scheduled, requestId: requested.json.id };
const payer = await first(
  orgId,
  "SELECT number id, id customerId FROM customers WHERE org_id = ?1 AND status = 'active'",
);
const unappliedPayment = await people.admin.post<{ paymentId: string }>("/api/payments", {
  ...{ customerId: payer.customerId, method: "check", amount: 50, receivedOn: "2026-01-15" },
});
export const unapplied = { ...payer, paymentId: unappliedPayment.json.paymentId };
export const spoken = await people.admin.post<{ id: string }>("/api/voice/sessions", {
  sessionType: "work_order_creation",
});
const words = new FormData();
words.set("text", "Another job: Sofia has no heat, send Luis tomorrow at 9.");
await people.admin.send("POST", `/api/voice/sessions/${spoken.json.id}/process`, { body: words });
export const apiKey = await first(orgId, "SELECT id keyId FROM api_keys WHERE org_id = ?1");
const hook = await people.admin.post<{ id: string }>("/api/webhook-endpoints", {
  ...{ url: "http://127.0.0.1:9/hook", events: ["lead.created"], currentPassword: demoPassword },
});
const testEvent = await people.admin.post<{ id: string }>(`/api/webhook-endpoints/${hook.json.id}/test`);
export const endpoint = { endpointId: hook.json.id, deliveryId: testEvent.json.id };
export const rate = await first(orgId, "SELECT id rateId FROM tax_rates WHERE org_id = ?1");
export const technician = await first(orgId, "SELECT id FROM technicians WHERE org_id = ?1");
export const team = await first(orgId, "SELECT id teamId FROM teams WHERE org_id = ?1");
export const task = await first(orgId, "SELECT service_type_id id, id taskId FROM service_tasks WHERE org_id = ?1");
export const income = await first(householdId, "SELECT id, date \"on\", 'income' kind FROM income WHERE user_id = ?1");
export const expense = await first(householdId, 'SELECT id, date "on" FROM expenses WHERE user_id = ?1');
export const occurrence = { occurrence: `expense:${expense.id}@${expense.on}` };
export const account = await first(
  householdId,
  "SELECT account_id id, id transactionId FROM account_transactions WHERE user_id = ?1 AND source = 'manual'",
);
export const posted = await first(
  householdId,
  'SELECT id transactionId, transaction_date "on" FROM account_transactions WHERE user_id = ?1 AND pending = 0 AND leg IS NULL',
);
export const pastImport = await first(
  householdId,
  "SELECT account_id id, id importId FROM import_batches WHERE user_id = ?1",
);
export const institution = await first(
  householdId,
  "SELECT id institutionId FROM bank_institutions WHERE user_id = ?1",
);
export const item = await first(householdId, "SELECT id itemId FROM bank_items WHERE user_id = ?1");

export const date = now.toISOString().slice(0, 10);

const { origin } = worker.url;
const newPasskey = async () => {
  const current = { currentPassword: demoPassword };
  const { options, token } = (await people.admin.post<PasskeyOptions>("/api/auth/passkeys/options", current)).json;
  const { response } = await create(options, { origin });
  return (await people.admin.post<{ id: string }>("/api/auth/passkeys", { token, name: "Phone", response })).json.id;
};
interface PasskeyOptions {
  options: Parameters<typeof create>[0];
  token: string;
}
export const passkeyId = await newPasskey();

/** The Admin's session in another browser. */
export const sessionId = randomUUID();
await worker.db
  .prepare(
    `INSERT INTO sessions (id, token_hash, user_id, created_at, last_seen_at, expires_at, user_agent)
     SELECT ?1, ?1, u.id, ?2, ?2, ?3, '' FROM users u WHERE u.email = 'admin@example.com'`,
  )
  .bind(sessionId, now.toISOString(), new Date(now.getTime() + 86_400_000).toISOString())
  .run();

/** A canceled move of a household. */
export const moveId = randomUUID();
await worker.db
  .prepare(
    `INSERT INTO tenant_moves (id, kind, tenant_id, from_shard, to_shard, status, requested_by, created_at, updated_at, outcome, finished_at)
     VALUES (?1, 'household', ?2, '2', '1', 'canceled', ?2, ?3, ?3, 'canceled', ?3)`,
  )
  .bind(moveId, householdId, now.toISOString())
  .run();
