import { seedStockAndInvoices } from "../drizzle/seed/bulk-stock";
import { databaseCosts, type Visitor } from "../tests/support/visitor";
import { atMost, type Figure, round } from "./figure";
import { localWith, signIn } from "./local";
import { seedManyIssues } from "./many-issues";

const screens = {
  list: "/workorders",
  "list by status": "/workorders?status=unscheduled",
  "list by customer": "/customers",
  "list of equipment": "/equipment",
  board: "/workorders/board",
  "scheduler's day": "/workorders/scheduler",
  "scheduler's week": "/workorders/scheduler?view=week",
  detail: "/workorders/:job",
  "detail of the most expensive kind": "/workorders/:dearest",
  edit: "/workorders/:open/edit",
  aging: "/invoices-v2/aging",
  items: "/inventory/items",
  "stock grid": "/inventory/stock",
  "reorder view": "/inventory/stock?view=reorder",
  locations: "/inventory/locations",
  movements: "/inventory/movements",
  reservations: "/inventory/reservations",
  lots: "/inventory/lots",
  "purchase orders": "/inventory/purchase-orders",
  "purchase orders by supplier's name": "/inventory/purchase-orders?search=:supplier",
  invoices: "/invoices-v2",
  "invoices by words of a title": "/invoices-v2?search=:title",
  issues: "/bugscout/issues",
  "issues by words and filters": "/bugscout/issues?search=compressor&category=open&assignee=none",
  "issue board": "/bugscout/board",
  "issue board by words": "/bugscout/board?search=compressor",
  map: "/map?date=:last",
  routes: "/map2?date=:last",
  properties: "/properties",
  "properties on the map": "/properties?map=on",
  "properties by words": "/properties?search=lake",
  dashboard: "/dashboard",
  performance: "/pgi",
  "performance of a year": "/pgi?period=year",
  "jobs behind a figure": "/pgi/jobs?from=:year-01-01&to=:year-12-31",
  "leads on the board": "/leads",
  "list of leads": "/leads/list",
  estimates: "/estimates",
  "to-dos": "/todos",
} as const;
const day = "technician's day";
const many = Number(process.env.BENCH_ORDERS ?? 100_000);
/** The same for both sizes: a longer history has more weeks and months to sum, whatever the number of orders. */
const HISTORY_DAYS = 1095;
/** Number of items, invoices and issues: creating more would take longer than everything else. */
const others = (count: number) => Math.min(count, 100_000);
const sizes = `1,000 and ${many.toLocaleString("en-US")}`;

/** Tabs count up to a hundred each. */
const limits: Record<string, number> = {
  properties: 300,
  dashboard: 300,
  performance: 300,
  "performance of a year": 300,
  routes: 300,
  list: 300,
  "list by status": 300,
  "list by customer": 150,
  detail: 100,
  "detail of the most expensive kind": 130,
};

/**
 * Rows read and round trips of the screens with the demo's open work plus 1,000 or many closed orders, and as many items,
 * invoices and issues, up to 100,000. BENCH_ORDERS=1000000 measures with a million orders.
 */
export async function run(): Promise<Figure[]> {
  const small = await costsAt(1000);
  const large = await costsAt(many);
  const ratios: number[] = [];
  const figures = [...Object.keys(screens), day].flatMap((name) => {
    const before = small.get(name);
    const after = large.get(name);
    if (!before || !after) return [];
    const limit = limits[name];
    ratios.push(after.read / before.read);
    return [
      { figure: `${name}: rows read at ${sizes}`, value: `${before.read} / ${after.read}` },
      atMost(`${name}: ratio of rows read`, round(after.read / before.read), 1.1),
      ...(limit ? [atMost(`${name}: rows read at most`, after.read, limit)] : []),
      atMost(`${name}: round trips to D1 one after the other, session included`, after.rounds, 2),
    ];
  });
  return [...figures, atMost("largest ratio of rows read", Math.max(...ratios), 1.1)];
}

async function costsAt(count: number) {
  const { worker, url, admin, db } = await localWith(count, { days: HISTORY_DAYS });
  const costs = new Map<string, Awaited<ReturnType<typeof costOf>>>();
  const closed = "status = 'closed', hold_reason = NULL, cancel_reason = NULL";
  await db
    .prepare(`UPDATE work_orders SET ${closed} WHERE number > (SELECT max(number) FROM work_orders) - ?`)
    .bind(count)
    .run();
  await seedStockAndInvoices(db, { count: others(count), now: new Date() });
  await seedManyIssues(db, others(count));
  // Every added order has it; no added invoice does.
  const supplier = await db
    .prepare(
      "SELECT s.name FROM purchase_orders p JOIN suppliers s ON s.org_id = p.org_id AND s.id = p.supplier_id ORDER BY p.number DESC LIMIT 1",
    )
    .first<string>("name");
  const title = await db
    .prepare("SELECT title FROM invoices WHERE title NOT LIKE 'Repair%' LIMIT 1")
    .first<string>("title");
  const open = await db
    .prepare("SELECT number FROM work_orders WHERE status = 'unscheduled' LIMIT 1")
    .first<number>("number");
  const workOrder = await db
    .prepare(
      "SELECT number FROM work_orders WHERE title LIKE 'Annual rooftop%' AND status = 'closed' ORDER BY number LIMIT 1",
    )
    .first<number>("number");
  // Has a long checklist, parts for the truck, and equipment with earlier measurements.
  const dearest = await db
    .prepare(
      "SELECT max(number) AS number FROM work_orders WHERE title LIKE 'No heat, furnace%' AND status = 'scheduled' AND playbook IS NOT NULL",
    )
    .first<number>("number");
  const last = await db
    .prepare("SELECT substr(max(scheduled_start), 1, 10) AS day FROM work_orders")
    .first<string>("day");
  for (const [name, path] of Object.entries(screens)) {
    const address = path
      .replace(":open", String(open))
      .replace(":job", String(workOrder))
      .replace(":dearest", String(dearest))
      .replace(":supplier", encodeURIComponent(String(supplier)))
      .replace(":title", encodeURIComponent(String(title)))
      .replace(":last", String(last))
      .replaceAll(":year", String(last).slice(0, 4));
    costs.set(name, await costOf(admin, address));
  }
  costs.set(day, await costOf(await signIn(url, "technician@example.com"), "/technician/jobs/today"));
  await worker.dispose();
  return costs;
}

async function costOf(visitor: Visitor, path: string) {
  const answer = await visitor.get(path);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return databaseCosts(answer);
}
