import { expect, test } from "vitest";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { sendFile } from "#tests/support/issues";
import { ownWorker } from "#tests/support/worker";

import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";

// The demo's business and household own these; another user requests them by their real ids. Other tests' data would affect the
// result, so this file has its own database.
const worker = await ownWorker();
await seedDemo(worker.db, new Date());

async function signedIn(email: string) {
  const visitor = worker.visitor();
  await visitor.post("/api/auth/login", { email, password: demoPassword });
  return visitor;
}

/** Adds records the demo lacks. */
async function addTheRest(): Promise<void> {
  const [owner, household] = [await signedIn("admin@example.com"), await signedIn("household@example.com")];
  const publicToken = simulatedPublicToken("ins_sim_harbor", [0, 1]);
  const endpoint = await owner.post<{ id: string }>("/api/webhook-endpoints", {
    ...{ url: "http://127.0.0.1:9/hook", events: ["lead.created"], currentPassword: demoPassword },
  });
  const answers = [
    await owner.post(`/api/webhook-endpoints/${endpoint.json.id}/test`),
    await owner.post("/api/calendar-feeds", { kind: "maintenance" }),
    await owner.post("/api/industry-analyses", { title: "The trades", industries: ["238220"] }),
    await owner.post("/api/technicians/invite", { email: "kim.roe@example.com", firstName: "Kim", lastName: "Roe" }),
    await sendFile(owner, "1", { name: "log.txt", bytes: new TextEncoder().encode("Started.") }),
    await household.post("/api/plaid/exchange-token", { publicToken, accountIds: [] }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([202, 201, 201, 201, 201, expect.any(Number)]);
}
await addTheRest();

interface Operation {
  tags: string[];
  requestBody?: unknown;
}

/** Where an id in a path comes from: by its name, or by the segment before it. */
const tables: Record<string, string> = {
  "work-orders": "work_orders",
  customers: "customers",
  addresses: "addresses",
  technicians: "technicians",
  holidays: "business_holidays",
  invitations: "invitations",
  "service-types": "service_types",
  "service-tasks": "service_tasks",
  reassignments: "day_reassignments",
  noteId: "work_order_notes",
  taskId: "work_order_tasks",
  timeOffId: "technician_time_off",
  equipmentId: "equipment",
  equipment: "equipment",
  "leak-episodes": "leak_episodes",
  "refrigerant-cylinders": "refrigerant_cylinders",
  items: "inventory_items",
  labelId: "issue_labels",
  milestoneId: "issue_milestones",
  projectId: "issue_projects",
  viewId: "issue_views",
  commentId: "issue_comments",
  attachmentId: "issue_attachments",
  locations: "inventory_locations",
  movements: "stock_movements",
  lots: "stock_lots",
  reservations: "stock_reservations",
  counts: "stock_counts",
  suppliers: "suppliers",
  "purchase-orders": "purchase_orders",
  issues: "issues",
  "api-keys": "api_keys",
  "webhook-endpoints": "webhook_endpoints",
  deliveryId: "webhook_deliveries",
  "calendar-feeds": "calendar_feeds",
  conversations: "chat_conversations",
  messages: "support_conversations",
  todos: "todos",
  receipts: "business_receipts",
  threads: "threads",
  messageId: "messages",
  leads: "leads",
  sites: "addresses",
  personId: "site_people",
  estimates: "estimates",
  designs: "designs",
  "industry-analyses": "industry_analyses",
  expenses: "expenses",
  income: "income",
  "bank-accounts": "bank_accounts",
  "account-transactions": "account_transactions",
  imports: "import_batches",
  plaidItemId: "bank_items",
  matchId: "bank_matches",
};
const ofHouseholds = new Set(["Expenses", "Income", "Bank accounts", "Connected banks"]);

const { paths } = (
  await worker.visitor().get<{ paths: Record<string, Record<string, Operation>> }>("/api/openapi.json")
).json;
const targets = await Promise.all(
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, operation]) => path.includes("{") && operation.requestBody === undefined)
      .map(async ([method, { tags }]) => ({ method: method.toUpperCase(), path, tags, url: await withTrueIds(path) })),
  ),
);

/** The path with ids of the demo's rows; null if the demo has no such row or the path names something else. */
async function withTrueIds(path: string): Promise<string | null> {
  let url = path;
  for (const [place, segment, name] of path.matchAll(/([\w-]+)\/\{(\w+)\}/g)) {
    const table = tables[name ?? ""] ?? tables[segment ?? ""];
    const row = table && (await worker.db.prepare(`SELECT id FROM ${table} LIMIT 1`).first<{ id: string }>());
    if (!row) return null;
    url = url.replace(place, `${segment}/${row.id}`);
  }
  return url;
}

const known = targets.flatMap(({ url, ...target }) => (url ? [{ ...target, url }] : []));

test("every table that ids are taken from has a row, except bank_matches and day_reassignments", async () => {
  const names = [...new Set(Object.values(tables))];
  const rows = await Promise.all(names.map((table) => worker.db.prepare(`SELECT 1 FROM ${table} LIMIT 1`).first()));
  expect(names.filter((_, at) => rows[at] === null).sort()).toEqual(["bank_matches", "day_reassignments"]);
});

test.each(known)("$method $path returns 404 to other tenants", async ({ method, url, tags }) => {
  const stranger = tags.some((tag) => ofHouseholds.has(tag))
    ? await worker.household()
    : (await worker.business()).admin;
  const answer = await stranger.send<{ code: string }>(method, url, {});
  expect([answer.status, answer.json.code]).toEqual([404, "not_found"]);
});
