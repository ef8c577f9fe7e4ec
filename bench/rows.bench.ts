import { seedStockAndInvoices } from "../drizzle/seed/bulk-stock";
import { databaseCosts, type Visitor } from "../tests/support/visitor";
import { atMost, type Figure, round } from "./figure";
import { localWith, signIn } from "./local";

const screens = {
  list: "/workorders",
  "list by status": "/workorders?status=unscheduled",
  "list by customer": "/customers",
  "list of equipment": "/equipment",
  board: "/workorders/board",
  "scheduler's day": "/workorders/scheduler",
  "scheduler's week": "/workorders/scheduler?view=week",
  detail: "/workorders/40",
  edit: "/workorders/:open/edit",
  aging: "/invoices-v2/aging",
} as const;
const day = "technician's day";

/** Tabs count to a hundred each. */
const limits: Record<string, number> = { list: 300, "list by status": 300, "list by customer": 150, detail: 100 };

/** Rows read and round trips of the screens: the demo's open work, and beside it 1,000 or 100,000 closed orders, items and invoices. */
export async function run(): Promise<Figure[]> {
  const small = await costsAt(1000);
  const large = await costsAt(100_000);
  return [...Object.keys(screens), day].flatMap((name) => {
    const before = small.get(name);
    const after = large.get(name);
    if (!before || !after) return [];
    const limit = limits[name];
    return [
      { figure: `${name}: rows read at 1,000 and 100,000`, value: `${before.read} / ${after.read}` },
      atMost(`${name}: ratio of rows read`, round(after.read / before.read), 1.1),
      ...(limit ? [atMost(`${name}: rows read at 100,000`, after.read, limit)] : []),
      atMost(`${name}: round trips to D1 one after the other, session included`, after.rounds, 2),
    ];
  });
}

async function costsAt(count: number) {
  const { worker, url, admin } = await localWith(count);
  const costs = new Map<string, ReturnType<typeof databaseCosts>>();
  const db = await worker.getD1Database("DB");
  const closed = "status = 'closed', hold_reason = NULL, cancel_reason = NULL";
  await db
    .prepare(`UPDATE work_orders SET ${closed} WHERE number > (SELECT max(number) FROM work_orders) - ?`)
    .bind(count)
    .run();
  await seedStockAndInvoices(db, { count, now: new Date() });
  const customer = await db
    .prepare("SELECT customer_id AS id FROM invoices WHERE title = 'Repair 7'")
    .first<string>("id");
  const open = await db
    .prepare("SELECT number FROM work_orders WHERE status = 'unscheduled' LIMIT 1")
    .first<number>("number");
  for (const [name, path] of Object.entries(screens)) {
    costs.set(name, await costOf(admin, path.replace(":open", String(open)).replace(":customer", String(customer))));
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
