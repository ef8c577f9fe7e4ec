import type { RouteConfigEntry } from "@remix-run/route-config";
import { beforeAll, describe, expect, test } from "vitest";
import { seedStockAndInvoices } from "#drizzle/seed/bulk-stock";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { create } from "#tests/support/authenticator";
import { growDemo } from "#tests/support/grow";
import { jpegOf } from "#tests/support/pictures";
import { databaseCosts } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";
import routes from "../../app/routes";
import { linkDemoBanks } from "../../scripts/demo-bank.mjs";

// Every screen of app/routes.ts, opened by somebody who may: the session is read, then the data, and nothing after it.
const worker = await ownWorker({ ENVIRONMENT: "local" });
const now = new Date();
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
  expect((await visitor.post("/api/auth/login", { email, password: demoPassword })).status).toBe(200);
  return visitor;
}
const people = {
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
const syncedRepository = { host: "github", repositoryId: dispatchBoard?.id ?? "" };
await people.admin.submit("/integrations/github/repositories", {
  ...{ repositoryIds: [syncedRepository.repositoryId], limit: "100" },
});

type Row = Record<string, string>;
/** The first row that a demo user sees: `?1` is their organization or, for the household, they themselves. */
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
const [unscheduled, scheduled, completed] = [
  await inStatus("unscheduled"),
  await inStatus("scheduled"),
  await inStatus("completed"),
];
const mappedJob = await first(
  orgId,
  "SELECT number id, substr(scheduled_start, 1, 10) day FROM work_orders WHERE org_id = ?1 AND status IN ('scheduled', 'dispatched') AND technician_id IS NOT NULL ORDER BY scheduled_start",
);
const member = await first(orgId, "SELECT user_id userId FROM members WHERE org_id = ?1");
const customer = await first(
  orgId,
  "SELECT c.number id, a.id addressId FROM customers c JOIN addresses a ON a.org_id = c.org_id AND a.customer_id = c.id WHERE c.org_id = ?1 AND c.status = 'active'",
);
const design = await first(orgId, "SELECT id FROM designs WHERE org_id = ?1");
await people.admin.post("/api/industry-analyses", { title: "The trades", industries: ["238220", "238210"] });
const analysis = await first(orgId, "SELECT id FROM industry_analyses WHERE org_id = ?1");
const busiest = await first(
  orgId,
  `SELECT c.id id, max(w.id) jobId FROM customers c JOIN work_orders w ON w.org_id = c.org_id AND w.customer_id = c.id
   WHERE c.org_id = ?1 GROUP BY c.id ORDER BY count(*) DESC`,
);
const unit = await first(
  orgId,
  `SELECT e.id equipmentId, p.id planId, c.number customerId FROM equipment e
   JOIN customers c ON c.org_id = e.org_id AND c.id = e.customer_id
   JOIN maintenance_plans p ON p.org_id = e.org_id AND p.equipment_id = e.id AND p.active = 1 WHERE e.org_id = ?1`,
);
const leak = await first(
  orgId,
  `SELECT l.equipment_id equipmentId, l.id episodeId, v.id eventId, c.number customerId FROM leak_episodes l
   JOIN leak_events v ON v.org_id = l.org_id AND v.episode_id = l.id
   JOIN equipment e ON e.org_id = l.org_id AND e.id = l.equipment_id
   JOIN customers c ON c.org_id = e.org_id AND c.id = e.customer_id WHERE l.org_id = ?1`,
);
const issueLabel = await first(orgId, "SELECT id labelId FROM issue_labels WHERE org_id = ?1");
const issueProject = await first(orgId, "SELECT id projectId FROM issue_projects WHERE org_id = ?1");
const issueMilestone = await first(orgId, "SELECT id milestoneId FROM issue_milestones WHERE org_id = ?1");
const issueView = await first(orgId, "SELECT id viewId FROM issue_views WHERE org_id = ?1 AND shared = 1");
const commented = await first(orgId, "SELECT issue_id id, id commentId FROM issue_comments WHERE org_id = ?1");
const lead = await first(orgId, "SELECT id FROM leads WHERE org_id = ?1 AND stage = 'contacted'");
const estimate = await first(orgId, "SELECT id FROM estimates WHERE org_id = ?1 AND status = 'draft'");
const conversation = await first(orgId, "SELECT id 'conversationId' FROM chat_conversations WHERE business_id = ?1");
const supportMessage = await first(orgId, "SELECT id FROM support_conversations WHERE ?1 IS NOT NULL");
const todo = await first(orgId, "SELECT id FROM todos WHERE org_id = ?1");
const receipt = await first(orgId, "SELECT id FROM business_receipts WHERE org_id = ?1 AND confirmed_at IS NOT NULL");
const thread = await first(orgId, "SELECT id threadId FROM threads WHERE org_id = ?1 AND kind = 'job'");
const texted = await first(
  orgId,
  `SELECT m.thread_id threadId, m.id messageId FROM messages m
   JOIN threads t ON t.org_id = m.org_id AND t.id = m.thread_id WHERE m.org_id = ?1 AND t.kind IN ('customer', 'job')`,
);
const pictured = { threadId: texted.threadId ?? "", pictureId: "texted" };
await worker.db
  .prepare(
    `INSERT INTO message_pictures (org_id, message_id, position, id, state, file_key, content_type, bytes, created_at, updated_at)
     VALUES (?1, ?2, 0, 'texted', 'stored', 'messages/texted', 'image/jpeg', 9, ?3, ?3)`,
  )
  .bind(orgId, texted.messageId ?? "", now.toISOString())
  .run();
const property = await first(
  orgId,
  "SELECT s.number id, p.id personId FROM site_people p JOIN sites s ON s.org_id = p.org_id AND s.address_id = p.address_id WHERE p.org_id = ?1",
);
const gate = new FormData();
gate.set("photo", new File([jpegOf(40, 30)], "gate.jpg", { type: "image/jpeg" }));
const sitePhoto = await people.admin.send<{ id: string }>("POST", `/api/sites/${property.id}/photos`, { body: gate });
const propertyPhoto = { id: property.id ?? "", photoId: sitePhoto.json.id };
const cylinder = await first(
  orgId,
  "SELECT cylinder_id cylinderId, id entryId FROM refrigerant_cylinder_entries WHERE org_id = ?1 AND kind = 'weighed'",
);
const part = await first(
  orgId,
  "SELECT item_id itemId, location_id locationId, id movementId FROM stock_movements WHERE org_id = ?1",
);
const lot = await first(orgId, "SELECT id lotId, item_id itemId FROM stock_lots WHERE org_id = ?1");
const truck = await first(
  orgId,
  "SELECT id locationId FROM inventory_locations WHERE org_id = ?1 AND type = 'truck' ORDER BY name",
);
const usedPart = await first(orgId, "SELECT work_order_id id, id partId FROM work_order_parts WHERE org_id = ?1");
const ordered = (status: string) =>
  first(orgId, `SELECT id orderId FROM purchase_orders WHERE org_id = ?1 AND status = '${status}'`);
const [draftOrder, openOrder] = [await ordered("draft"), await ordered("ordered")];
const sold = await first(orgId, "SELECT item_id itemId, supplier_id supplierId FROM supplier_items WHERE org_id = ?1");
const stockCount = await first(orgId, "SELECT id countId FROM stock_counts WHERE org_id = ?1");
const reservation = await first(orgId, "SELECT id reservationId FROM stock_reservations WHERE org_id = ?1");
const invoiceIn = (condition: string) =>
  first(
    orgId,
    `SELECT id FROM invoices WHERE org_id = ?1 AND kind = 'invoice' AND ${condition} ORDER BY created_at DESC`,
  );
const draft = await invoiceIn("status = 'draft'");
const unpaid = await invoiceIn("status = 'issued' AND total_minor > 0 AND paid_minor = 0 AND credited_minor = 0");
const paid = await first(
  orgId,
  "SELECT invoice_id id, payment_id paymentId FROM payment_allocations WHERE org_id = ?1",
);
const asked = await people.admin.post<{ id: string }>(`/api/work-orders/${scheduled.id}/deposit-requests`, {
  amount: 100,
});
const deposit = { ...scheduled, requestId: asked.json.id };
const spoken = await people.admin.post<{ id: string }>("/api/voice/sessions", { sessionType: "work_order_creation" });
const words = new FormData();
words.set("text", "Another job: Sofia has no heat, send Luis tomorrow at 9.");
await people.admin.send("POST", `/api/voice/sessions/${spoken.json.id}/process`, { body: words });
const apiKey = await first(orgId, "SELECT id keyId FROM api_keys WHERE org_id = ?1");
const hook = await people.admin.post<{ id: string }>("/api/webhook-endpoints", {
  ...{ url: "http://127.0.0.1:9/hook", events: ["lead.created"], currentPassword: demoPassword },
});
const testEvent = await people.admin.post<{ id: string }>(`/api/webhook-endpoints/${hook.json.id}/test`);
const endpoint = { endpointId: hook.json.id, deliveryId: testEvent.json.id };
const rate = await first(orgId, "SELECT id rateId FROM tax_rates WHERE org_id = ?1");
const technician = await first(orgId, "SELECT id FROM technicians WHERE org_id = ?1");
const task = await first(orgId, "SELECT service_type_id id, id taskId FROM service_tasks WHERE org_id = ?1");
const income = await first(householdId, "SELECT id, date \"on\", 'income' kind FROM income WHERE user_id = ?1");
const expense = await first(householdId, 'SELECT id, date "on" FROM expenses WHERE user_id = ?1');
const occurrence = { occurrence: `expense:${expense.id}@${expense.on}` };
const account = await first(
  householdId,
  "SELECT account_id id, id transactionId FROM account_transactions WHERE user_id = ?1 AND source = 'manual'",
);
const posted = await first(
  householdId,
  'SELECT id transactionId, transaction_date "on" FROM account_transactions WHERE user_id = ?1 AND pending = 0 AND leg IS NULL',
);
const pastImport = await first(householdId, "SELECT account_id id, id importId FROM import_batches WHERE user_id = ?1");
const institution = await first(householdId, "SELECT id institutionId FROM bank_institutions WHERE user_id = ?1");
const item = await first(householdId, "SELECT id itemId FROM bank_items WHERE user_id = ?1");

const date = now.toISOString().slice(0, 10);

interface Visit {
  who: keyof typeof people;
  params?: Row;
  query?: string;
  status?: number;
}
const guest: Visit = { who: "guest" };
const admin = (params?: Row): Visit => ({ who: "admin", params });
const household = (params?: Row): Visit => ({ who: "household", params });

const { origin } = worker.url;
const newPasskey = async () => {
  const current = { currentPassword: demoPassword };
  const { options, token } = (await people.admin.post<AskedToMake>("/api/auth/passkeys/options", current)).json;
  const { response } = await create(options, { origin });
  return (await people.admin.post<{ id: string }>("/api/auth/passkeys", { token, name: "Phone", response })).json.id;
};
interface AskedToMake {
  options: Parameters<typeof create>[0];
  token: string;
}
const passkeyId = await newPasskey();

const visits: Record<string, Visit> = {
  "/": guest,
  "/privacy": guest,
  "/terms": guest,
  "/households": guest,
  "/signup": guest,
  "/login": guest,
  // Without a password that was right before.
  "/login/passkey": { ...guest, status: 302 },
  "/login/code": { ...guest, status: 302 },
  "/login/code/lost": { ...guest, status: 302 },
  "/login/turn-off": guest,
  "/auth/activate": guest,
  "/auth/request-reset": guest,
  "/auth/reset": guest,
  "/auth/accept-invitation": guest,
  "/auth/callback": { ...guest, query: "?code=unknown" },
  "/auth/sign-out": { ...guest, status: 302 },
  "/map": admin(),
  "/map2": admin(),
  "/map2/:id": { ...admin({ id: mappedJob.id ?? "" }), query: `?date=${mappedJob.day}` },
  "/dev/mailbox": guest,
  "/*": { ...guest, status: 404 },

  "/dashboard": admin(),
  "/dashboard/received": admin(),
  "/pgi": admin(),
  "/pgi/jobs": { ...admin(), query: `?from=${date.slice(0, 8)}01&to=${date}` },
  "/profile": admin(),
  "/profile/export": household(),
  "/profile/passkeys/new": admin(),
  "/profile/passkeys/:id": admin({ id: passkeyId }),
  "/profile/passkeys/:id/delete": admin({ id: passkeyId }),
  "/profile/export/restore": household(),
  "/profile/two-step": admin(),
  "/profile/two-step/codes": admin(),
  "/profile/two-step/off": admin(),
  "/profile/leave": admin(),
  "/profile/delete": household(),
  "/support": admin(),
  "/system/user-managment": admin(),
  "/system/user-managment/invite": admin(),
  "/system/user-managment/two-step": admin(),
  "/system/user-managment/:userId": admin(member),
  "/system/deliveries": admin(),
  "/system/operations": admin(),
  "/system/operations/retry/:topic": admin({ topic: "mail" }),
  "/settings": admin(),
  "/settings/delete": admin(),
  "/settings/audit": admin(),
  "/settings/api-keys": admin(),
  "/settings/api-keys/new": admin(),
  "/settings/api-keys/:keyId/delete": admin(apiKey),
  "/settings/webhooks": admin(),
  "/settings/webhooks/new": admin(),
  "/settings/webhooks/:endpointId": admin(endpoint),
  "/settings/webhooks/:endpointId/edit": admin(endpoint),
  "/settings/webhooks/:endpointId/rotate-secret": admin(endpoint),
  "/settings/webhooks/:endpointId/delete": admin(endpoint),
  "/settings/webhooks/:endpointId/deliveries/:deliveryId": admin(endpoint),
  "/settings/usage": admin(),
  "/settings/export": admin(),
  "/settings/export/restore": admin(),
  "/integrations/github": admin(),
  "/integrations/github/token": admin(),
  "/integrations/github/disconnect": admin(),
  "/integrations/github/callback": { ...admin(), query: "?code=unknown&state=unknown" },
  "/integrations/github/repositories": admin(),
  "/integrations/gitlab": admin(),
  "/integrations/gitlab/token": admin(),
  "/integrations/gitlab/disconnect": admin(),
  "/integrations/gitlab/callback": { ...admin(), query: "?code=unknown&state=unknown" },
  "/integrations/gitlab/repositories": admin(),
  "/settings/billing": admin(),
  "/settings/billing/reminders": admin(),
  "/settings/billing/card-account": admin(),
  "/settings/billing/card-account/disconnect": { ...admin(), status: 404 },
  "/settings/billing/tax-rates/new": admin(),
  "/settings/billing/tax-rates/:rateId/end": admin(rate),

  "/finances": household(),
  "/finances/income/new": household(),
  "/finances/income/:id/:on?": household(income),
  "/finances/expense/new": household(),
  "/finances/expense/:id/:on?": household(expense),
  "/finances/delete/:kind/:id": household(income),
  "/finances/match/:occurrence": household(occurrence),
  "/finances/planned/:transactionId/:on": household(posted),
  "/finances/dashboard": household(),
  "/finances/transactions": household(),
  "/finances/transactions/rules": household(),
  "/finances/transactions/:transactionId/planned/:on": household(posted),
  "/finances/transactions/export": household(),
  "/finances/calendar": household(),
  "/finances/calendar/move/:occurrence": household(occurrence),
  "/finances/expenses": household(),
  "/finances/expenses/new": household(),
  "/finances/expenses/:id/:on?": household(expense),
  "/finances/expenses/:id/delete": household(expense),
  "/finances/accounts": household(),
  "/finances/accounts/connect": household(),
  "/finances/accounts/match/:itemId": household(item),
  "/finances/accounts/connections": household(),
  "/finances/accounts/review": household(),
  "/finances/accounts/institution": household(),
  "/finances/accounts/institution/new": household(),
  "/finances/accounts/institution/:institutionId": household(institution),
  "/finances/accounts/new": household(),
  "/finances/accounts/:id": household(account),
  "/finances/accounts/:id/edit": household(account),
  "/finances/accounts/:id/archive": household(account),
  "/finances/accounts/:id/delete": household(account),
  "/finances/accounts/:id/transactions/new": household(account),
  "/finances/accounts/:id/transactions/:transactionId": household(account),
  "/finances/accounts/:id/transactions/:transactionId/delete": household(account),
  "/finances/accounts/:id/import": household(account),
  "/finances/accounts/:id/imports": household(account),
  "/finances/accounts/:id/imports/:importId/undo": household(pastImport),
  "/finances/accounts/:id/imports/:importId/redo": household(pastImport),

  "/workorders": admin(),
  "/workorders/create": admin(),
  "/workorders/voice/:sessionId": admin({ sessionId: spoken.json.id }),
  "/workorders/board": admin(),
  "/workorders/board/:id/schedule": admin(unscheduled),
  "/workorders/board/:id/en-route": admin(scheduled),
  "/workorders/board/:id/hold": admin(scheduled),
  "/workorders/board/:id/cancel": admin(scheduled),
  "/workorders/board/:id/complete": admin(scheduled),
  "/workorders/board/:id/close": admin(completed),
  "/workorders/board/:id/reopen": admin(completed),
  "/workorders/scheduler/:date?": admin({ date }),
  "/workorders/scheduler/:date?/jobs/:id": admin({ ...scheduled, date }),
  "/workorders/scheduler/:date?/reassign/:technicianId": admin({ technicianId: technician.id ?? "", date }),
  "/workorders/:id": admin(scheduled),
  "/workorders/:id/schedule": admin(unscheduled),
  "/workorders/:id/assign": admin(scheduled),
  "/workorders/:id/en-route": admin(scheduled),
  "/workorders/:id/hold": admin(scheduled),
  "/workorders/:id/cancel": admin(scheduled),
  "/workorders/:id/complete": admin(scheduled),
  "/workorders/:id/close": admin(completed),
  "/workorders/:id/reopen": admin(completed),
  "/workorders/:id/delete": admin(unscheduled),
  "/workorders/:id/notes": admin(scheduled),
  "/workorders/:id/tasks": admin(scheduled),
  "/workorders/:id/signature": admin(scheduled),
  "/workorders/:id/edit": admin(scheduled),
  "/workorders/:id/timeline": admin(scheduled),
  "/workorders/:id/equipment/:equipmentId/readings/new": admin({ ...usedPart, ...unit }),
  "/workorders/:id/parts": admin(usedPart),
  "/workorders/:id/parts/new": admin(usedPart),
  "/workorders/:id/parts/:partId": admin(usedPart),
  "/workorders/:id/billing": admin(completed),
  "/workorders/:id/billing/deposit": admin(completed),
  "/workorders/:id/billing/request-deposit": admin(scheduled),
  "/workorders/:id/billing/deposit-requests/:requestId/send": admin(deposit),
  "/workorders/:id/billing/deposit-requests/:requestId/withdraw": admin(deposit),
  "/workorders/:id/billing/deposit-requests/:requestId/refund": admin(deposit),
  "/technician/jobs/:id": { who: "technician", params: { id: "today" } },

  "/customers": admin(),
  "/customers/create": admin(),
  "/customers/:id": admin(customer),
  "/customers/:id/addresses/new": admin(customer),
  "/customers/:id/addresses/:addressId": admin(customer),
  "/customers/:id/addresses/:addressId/remove": admin(customer),
  "/customers/:id/notes": admin(customer),
  "/customers/:id/archive": admin(customer),
  "/customers/:id/edit": admin(customer),
  "/customers/:id/equipment": admin(customer),
  "/customers/:id/estimates": admin(customer),
  "/customers/:id/invoices": admin(customer),
  "/customers/:id/statement": admin(customer),
  "/customers/:id/statement/send": admin(customer),
  "/customers/:customerId/equipment/create": admin(unit),
  "/customers/:customerId/equipment/:equipmentId": admin(unit),
  "/customers/:customerId/equipment/:equipmentId/plans/new": admin(unit),
  "/customers/:customerId/equipment/:equipmentId/plans/:planId/end": admin(unit),
  "/customers/:customerId/equipment/:equipmentId/circuits/new": admin(unit),
  "/customers/:customerId/equipment/:equipmentId/history": admin(unit),
  "/customers/:customerId/equipment/:equipmentId/readings": admin(leak),
  "/customers/:customerId/equipment/:equipmentId/readings/episodes/:episodeId/record": admin(leak),
  "/customers/:customerId/equipment/:equipmentId/readings/episodes/:episodeId/void": admin(leak),
  "/customers/:customerId/equipment/:equipmentId/readings/episodes/:episodeId/events/:eventId/void": admin(leak),
  "/customers/:customerId/equipment/:equipmentId/edit": admin(unit),
  "/equipment": admin(),
  "/equipment/health": admin(),
  "/equipment/due": admin(),
  "/equipment/leaks": admin(),
  "/equipment/audit-packet": admin(),
  "/equipment/disposals": admin(),
  "/equipment/cylinders": admin(),
  "/equipment/cylinders/new": admin(),
  "/equipment/cylinders/variance": admin(),
  "/equipment/cylinders/:cylinderId": admin(cylinder),
  "/equipment/cylinders/:cylinderId/record/:kind": admin({ ...cylinder, kind: "weighed" }),
  "/equipment/cylinders/:cylinderId/entries/:entryId/reverse": admin(cylinder),
  "/equipment/create": admin(),
  "/equipment/:equipmentId": admin(unit),
  "/equipment/:equipmentId/plans/new": admin(unit),
  "/equipment/:equipmentId/plans/:planId/end": admin(unit),
  "/equipment/:equipmentId/circuits/new": admin(unit),
  "/equipment/:equipmentId/history": admin(unit),
  "/equipment/:equipmentId/readings": admin(leak),
  "/equipment/:equipmentId/readings/episodes/:episodeId/record": admin(leak),
  "/equipment/:equipmentId/readings/episodes/:episodeId/void": admin(leak),
  "/equipment/:equipmentId/readings/episodes/:episodeId/events/:eventId/void": admin(leak),
  "/equipment/:equipmentId/edit": admin(unit),
  "/inventory/items": admin(),
  "/inventory/items/create": admin(),
  "/inventory/items/:itemId": admin(part),
  "/inventory/items/:itemId/move": admin(part),
  "/inventory/items/:itemId/picture": admin(part),
  "/inventory/items/:itemId/delete": admin(part),
  "/inventory/items/:itemId/edit": admin(part),
  "/inventory/items/:itemId/lots/:lotId/expiry": admin(lot),
  "/inventory/items/:itemId/suppliers/new": admin(part),
  "/inventory/items/:itemId/suppliers/:supplierId": admin(sold),
  "/inventory/labels": admin(),
  "/inventory/items/import": admin(),
  "/inventory/purchase-orders": admin(),
  "/inventory/purchase-orders/create": admin(),
  "/inventory/purchase-orders/reorder": admin(),
  "/inventory/purchase-orders/:orderId": admin(openOrder),
  "/inventory/purchase-orders/:orderId/edit": admin(draftOrder),
  "/inventory/purchase-orders/:orderId/place": admin(draftOrder),
  "/inventory/purchase-orders/:orderId/send": admin(draftOrder),
  "/inventory/purchase-orders/:orderId/receive": admin(openOrder),
  "/inventory/purchase-orders/:orderId/cancel": admin(openOrder),
  "/inventory/purchase-orders/:orderId/delete": admin(draftOrder),
  "/bugscout/landing": admin(),
  "/bugscout/issues": admin(),
  "/bugscout/issues/new": admin(),
  "/bugscout/board": admin(),
  "/bugscout/trash": admin(),
  "/bugscout/config": admin(),
  "/bugscout/config/labels/new": admin(),
  "/bugscout/config/labels/:labelId": admin(issueLabel),
  "/bugscout/config/projects/new": admin(),
  "/bugscout/config/projects/:projectId": admin(issueProject),
  "/bugscout/config/states/new": admin(),
  "/bugscout/config/states/:stateId": admin({ stateId: "todo" }),
  "/bugscout/config/states/:stateId/remove": admin({ stateId: "todo" }),
  "/bugscout/config/milestones/new": admin(),
  "/bugscout/config/milestones/:milestoneId": admin(issueMilestone),
  "/bugscout/issues/views": admin(),
  "/bugscout/issues/views/new": admin(),
  "/bugscout/issues/views/:viewId": admin(issueView),
  "/bugscout/board/views": admin(),
  "/bugscout/board/views/new": admin(),
  "/bugscout/board/views/:viewId": admin(issueView),
  "/report-problem": admin(),
  "/bugscout/issues/:id": admin(commented),
  "/bugscout/issues/:id/edit": admin(commented),
  "/bugscout/issues/:id/duplicate": admin(commented),
  "/bugscout/config/sync": admin(),
  "/bugscout/config/sync/:host/:repositoryId": admin(syncedRepository),
  "/bugscout/config/sync/:host/:repositoryId/backfill": admin(syncedRepository),
  "/bugscout/config/sync/people": admin(),
  "/bugscout/config/sync/people/new": admin(),
  "/bugscout/config/sync/log": admin(),
  "/bugscout/issues/:id/create-on-host": admin(commented),
  "/bugscout/issues/:id/comments/:commentId": admin(commented),
  "/inventory/suppliers": admin(),
  "/inventory/suppliers/create": admin(),
  "/inventory/suppliers/:supplierId": admin(sold),
  "/inventory/suppliers/:supplierId/edit": admin(sold),
  "/inventory/locations": admin(),
  "/inventory/locations/create": admin(),
  "/inventory/locations/:locationId": admin(truck),
  "/inventory/locations/:locationId/edit": admin(part),
  "/inventory/locations/:locationId/restock": admin(truck),
  "/inventory/locations/:locationId/delete": admin(part),
  "/inventory/locations/:locationId/levels/new": admin(part),
  "/inventory/locations/:locationId/levels/copy": admin(part),
  "/inventory/locations/:locationId/levels/:itemId": admin(part),
  "/inventory/stock": { ...admin(), query: `?asOf=${date}` },
  "/inventory/stock/:itemId/distribution": { ...admin(part), query: "?job=1" },
  "/inventory/movements/create": admin(),
  "/inventory/picks": admin(),
  "/inventory/lots/:lotId/expiry": admin(lot),
  "/inventory/lots": { ...admin(), query: "?expiresWithin=90" },
  "/inventory/counts": admin(),
  "/inventory/counts/create": admin(),
  "/inventory/counts/:countId": admin(stockCount),
  "/inventory/counts/:countId/post": admin(stockCount),
  "/inventory/counts/:countId/cancel": admin(stockCount),
  "/inventory/reservations": admin(),
  "/inventory/reservations/create": { ...admin(), query: `?itemId=${part.itemId}` },
  "/inventory/reservations/:reservationId": admin(reservation),
  "/inventory/reservations/:reservationId/release": admin(reservation),
  "/inventory/reservations/:reservationId/fulfill": admin(reservation),
  "/inventory/movements": admin(),
  "/inventory/movements/:movementId": admin(part),
  "/inventory/movements/:movementId/reverse": admin(part),

  "/industry-analysis": admin(),
  "/industry-analysis/save": admin(),
  "/industry-analysis/saved": admin(),
  "/industry-analysis/saved/:id": admin(analysis),
  "/industry-analysis/saved/:id/rename": admin(analysis),
  "/settings/integrations": admin(),
  "/profile/calendars/new": admin(),
  "/technicians/:id/route-sheet/:date?": admin({ ...technician, date }),
  "/settings/messages": admin(),
  "/leads": admin(),
  "/leads/list": admin(),
  "/leads/report": admin(),
  "/leads/form": admin(),
  "/leads/new": admin(),
  "/leads/:id": admin(lead),
  "/leads/:id/edit": admin(lead),
  "/leads/:id/lost": admin(lead),
  "/leads/:id/follow-up": admin(lead),
  "/properties": admin(),
  "/properties/:id": admin(property),
  "/properties/:id/edit": admin(property),
  "/properties/:id/access": admin(property),
  "/properties/:id/people/new": admin(property),
  "/properties/:id/people/:personId": admin(property),
  "/properties/:id/people/:personId/remove": admin(property),
  "/properties/:id/equipment": admin(property),
  "/properties/:id/visits": admin(property),
  "/properties/:id/history": admin(property),
  "/properties/:id/photos": admin(property),
  "/properties/:id/photos/new": admin(property),
  "/properties/:id/photos/:photoId/remove": admin(propertyPhoto),
  "/leads/:id/convert": admin(lead),
  "/knowledge-graph": { ...admin(), query: `?from=customer:${busiest.id}&open=job:${busiest.jobId}` },
  "/designer": admin(),
  "/designer/new": admin(),
  "/designer/:id": admin(design),
  "/designer/:id/versions": admin(design),
  "/estimates": admin(),
  "/estimates/:id": admin(estimate),
  "/estimates/:id/edit": admin(estimate),
  "/estimates/:id/send": admin(estimate),
  "/receipts": admin(),
  "/receipts/:id": admin(receipt),
  "/receipts/:id/delete": admin(receipt),
  "/contact": guest,
  "/payment": admin(),
  "/payment/received": admin(),
  "/payment/cancel": { ...admin(), query: "?of=business" },
  "/payment/period": { ...admin(), query: "?of=business" },
  "/support/messages": admin(),
  "/support/messages/:id": admin(supportMessage),
  "/chat": admin(),
  "/chat/:conversationId": admin(conversation),
  "/chat/:conversationId/delete": admin(conversation),
  "/todos": admin(),
  "/todos/new": admin(),
  "/todos/:id/edit": admin(todo),
  "/messages": admin(),
  "/messages/new": admin(),
  "/messages/:threadId": admin(thread),
  "/messages/:threadId/pictures/:pictureId": admin(pictured),

  "/invoices-v2": admin(),
  "/invoices-v2/aging": admin(),
  "/invoices-v2/remind": admin(),
  "/invoices-v2/:id": admin(unpaid),
  "/invoices-v2/:id/issue": admin(draft),
  "/invoices-v2/:id/payment": admin(unpaid),
  "/invoices-v2/:id/apply-credit": admin(unpaid),
  "/invoices-v2/:id/credit": admin(unpaid),
  "/invoices-v2/:id/void": admin(unpaid),
  "/invoices-v2/:id/correct": admin(unpaid),
  "/invoices-v2/:id/delete": admin(draft),
  "/invoices-v2/:id/send": admin(unpaid),
  "/invoices-v2/:id/remind": admin(unpaid),
  "/invoices-v2/:id/revoke-link": admin(unpaid),
  "/invoices-v2/:id/refund/:paymentId": admin(paid),
  "/invoices-v2/:id/edit": admin(draft),

  "/technicians": admin(),
  "/technicians/create": admin(),
  "/technicians/invite": admin(),
  "/technicians/holidays": admin(),
  "/technicians/available": admin(),
  "/technicians/invitations": admin(),
  "/technicians/:id": admin(technician),
  "/technicians/:id/edit": admin(technician),
  "/technicians/:id/schedule": admin(technician),
  "/technicians/:id/schedule/time-off/new": admin(technician),

  "/service-types": admin(),
  "/service-types/create": admin(),
  "/service-types/create/advanced": admin(),
  "/service-types/:id": admin(task),
  "/service-types/:id/edit": admin(task),
  "/service-types/:id/playbook": admin(task),
  "/service-types/:id/tasks": admin(task),
  "/service-types/:id/tasks/create": admin(task),
  "/service-types/:id/tasks/:taskId/edit": admin(task),
};

const isScreen = ({ file }: RouteConfigEntry) => file === "routes/shell/layout.tsx";
const screens = screensIn((await routes).filter(isScreen));

test("every screen is visited", () => {
  const built = screens.map(({ pattern }) => pattern);
  expect(Object.keys(visits).sort()).toEqual([...new Set(built)].sort());
});

/** What each page read of the demo as it is. */
const rowsRead = new Map<string, number>();

describe("at most two round trips to the database one after the other", () => {
  test.each(Object.entries(visits))("%s", async (pattern, { who, params = {}, query = "", status = 200 }) => {
    const answer = await people[who].get(`${addressOf(pattern, params)}${query}`);
    expect(answer.status).toBe(status);
    const { rounds, read } = databaseCosts(answer);
    expect(rounds).toBeLessThanOrEqual(2);
    rowsRead.set(pattern, read);
  });
});

test("the details of the order that the benchmark opens read at most a hundred rows", async () => {
  const answer = await people.admin.get("/workorders/40");
  expect(answer.status).toBe(200);
  expect(databaseCosts(answer).read).toBeLessThanOrEqual(100);
});

/** Whose figures are about all rows of a span or a state; each is bounded by a limit of its own. */
const aboutMany = [/^\/equipment\/(health|due)$/, /^\/finances\/(dashboard|calendar|transactions\/export)/];

// What matches a row with a bill lies over a month and reads the days around its own besides; the stock of a day past fills a page
// that the demo's items leave a third empty.
describe("ten thousand orders and transactions and two thousand items and invoices more, and a page reads what it read before", () => {
  beforeAll(async () => {
    await growDemo(worker.db, { count: 10_000, now });
    await seedStockAndInvoices(worker.db, { count: 2000, now });
  });

  const held = Object.entries(visits).filter(([pattern]) => aboutMany.every((many) => !many.test(pattern)));
  test.each(held)("%s", async (pattern, { who, params = {}, query = "" }) => {
    const answer = await people[who].get(`${addressOf(pattern, params)}${query}`);
    // Tabs count to a hundred, and a month has more rows; whatever reads a table as a whole reads thousands more.
    const spans = /\/(match|planned)\/|^\/inventory\/stock$/.test(pattern) ? 2 : 1;
    expect(databaseCosts(answer).read).toBeLessThan((rowsRead.get(pattern) ?? 0) * 1.1 + 600 * spans);
  });

  test("money taken, given back and credited is booked by the rows of its own invoice", async () => {
    const send = async (path: string, sent: object) => {
      const answer = await people.admin.post<{ paymentId: string }>(path, sent);
      expect([path, answer.status, answer.text.slice(0, 200)]).toEqual([path, 201, answer.text.slice(0, 200)]);
      expect(databaseCosts(answer).read).toBeLessThan(600);
      return answer.json;
    };
    const version = async () => (await people.admin.get<{ version: number }>(invoice)).json.version;
    const invoice = `/api/invoices/${unpaid.id}`;
    const money = { amount: 1, method: "check" };
    const payment = { ...money, version: await version(), receivedOn: date };
    const { paymentId } = await send(`${invoice}/payments`, payment);
    await send(`/api/payments/${paymentId}/refunds`, { ...money, refundedOn: date, reason: "Too much" });
    const credit = { version: await version(), reason: "Goodwill", lines: [{ position: 1, amount: 1 }] };
    await send(`${invoice}/credit`, credit);
  });
});

function screensIn(entries: readonly RouteConfigEntry[], parent = ""): { pattern: string; file: string }[] {
  return entries.flatMap(({ path = "", index, file, children = [] }) => {
    const pattern = [parent, path].filter(Boolean).join("/");
    const own = path !== "" || index ? [{ pattern: `/${pattern}`, file }] : [];
    return [...own, ...screensIn(children, pattern)];
  });
}

function addressOf(pattern: string, params: Row): string {
  const filled = pattern.replace(/:(\w+)\??/g, (parameter, name) => params[name] ?? parameter);
  return filled.replace("*", "no-such-page");
}
