import { seedWorkOrders } from "../drizzle/seed/bulk";
import { sweepWorker } from "../scripts/worker-access.mjs";
import { databaseCosts } from "../tests/support/visitor";
import { atMost, type Figure, round } from "./figure";
import { type Local, localWith } from "./local";

const WORK_ORDERS = 10_000;
const SIGNATURE_CHARS = 3000;
const LOOK_MS = 500;
const MAX_MS = 600_000;

const lists = {
  list: "/workorders",
  "list by status": "/workorders?status=closed",
  board: "/workorders/board",
  "list by customer": "/customers",
};

/** 10,000 closed work orders with the demo's details, a third of them signed: before and after they are archived. */
export async function run(): Promise<Figure[]> {
  const local = await localWith(0);
  await fill(local);
  const before = { bytes: await bytesOf(local), costs: await costsOf(local) };
  const started = performance.now();
  await sweepWorker(local.worker, new Date("2027-12-01T09:25:00Z"));
  while ((await archived(local)) < WORK_ORDERS) {
    if (performance.now() - started > MAX_MS)
      throw new Error(`${await archived(local)} are archived after ${MAX_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  const seconds = (performance.now() - started) / 1000;
  const after = { bytes: await bytesOf(local), costs: await costsOf(local) };
  const stored = await local.db
    .prepare("SELECT value FROM counters WHERE name = 'archived_bytes' AND value > 0")
    .first<number>("value");
  await local.worker.dispose();
  return [
    { figure: "bytes of rows of a closed work order, before", value: round(before.bytes) },
    { figure: "bytes of rows of a closed work order, after", value: round(after.bytes) },
    { figure: "bytes of its file", value: round((stored ?? 0) / WORK_ORDERS) },
    atMost("share that stays in the database", after.bytes / before.bytes, 0.4),
    atMost(`time to archive ${WORK_ORDERS.toLocaleString("en-US")}`, seconds, 300, " s"),
    ...[...before.costs].flatMap(([name, was]) => {
      const is = after.costs.get(name);
      if (!is) return [];
      return [
        { figure: `${name}: rows read before and after`, value: `${was.read} / ${is.read}` },
        // People's names are joined in addition to the file's contents.
        ...(name in lists ? [atMost(`${name}: ratio of rows read`, is.read / was.read, 1.1)] : []),
        atMost(`${name}: round trips to D1 one after the other`, is.rounds, 2),
      ];
    }),
  ];
}

/** Gives each the history and checklist of one of the demo's closed jobs. */
async function fill({ db }: Local): Promise<void> {
  await seedWorkOrders(db, { count: WORK_ORDERS, now: new Date() });
  const first = await db.prepare("SELECT max(number) - ? AS n FROM work_orders").bind(WORK_ORDERS).first<number>("n");
  const model = await db
    .prepare(
      `SELECT t.work_order_id AS id FROM work_order_tasks t JOIN work_orders w ON w.org_id = t.org_id AND w.id = t.work_order_id
       WHERE w.status IN ('completed', 'closed') AND w.org_id = (SELECT n.org_id FROM work_orders n ORDER BY n.number DESC LIMIT 1) GROUP BY t.work_order_id ORDER BY count(*) DESC LIMIT 1`,
    )
    .first<string>("id");
  const isNew = "w.number > ?1 AND w.number <= ?1 + 500";
  for (let at = first ?? 0; at < (first ?? 0) + WORK_ORDERS; at += 500) {
    const copied = async (table: string, columns: string, set = columns) =>
      db
        .prepare(
          `INSERT INTO ${table} (org_id, work_order_id, id, ${columns}) SELECT w.org_id, w.id, w.number || t.id, ${set}
           FROM work_orders w JOIN ${table} t ON t.org_id = w.org_id AND t.work_order_id = ?2 WHERE ${isNew}`,
        )
        .bind(at, model)
        .run();
    await copied(
      "work_order_tasks",
      "position, title, required, done_at, done_by, service_task_id, kind, instructions, skills, unit, min_value, max_value, result, outcome",
      "t.position, t.title, t.required, t.done_at, t.done_by, t.service_task_id, t.kind, t.instructions, t.skills, t.unit, t.min_value, t.max_value, t.result, t.outcome",
    );
    await db
      .prepare(`DELETE FROM work_order_history WHERE work_order_id IN (SELECT w.id FROM work_orders w WHERE ${isNew})`)
      .bind(at)
      .run();
    await copied(
      "work_order_history",
      "from_status, to_status, booking, reason, user_id, occurred_at, recorded_at",
      "t.from_status, t.to_status, t.booking, t.reason, t.user_id, t.occurred_at, t.recorded_at",
    );
    await db
      .prepare(
        `INSERT INTO work_order_signatures (org_id, work_order_id, id, signer_name, strokes, signed_at)
         SELECT w.org_id, w.id, 's', 'Ada Byron', 'M' || lower(hex(randomblob(?2))), w.created_at FROM work_orders w WHERE ${isNew} AND w.number % 3 = 0`,
      )
      .bind(at, SIGNATURE_CHARS / 2)
      .run();
    await db
      .prepare(
        `UPDATE work_orders AS w SET status = 'closed', hold_reason = NULL, cancel_reason = NULL, updated_at = '2015-01-01T00:00:00.000Z' WHERE ${isNew}`,
      )
      .bind(at)
      .run();
  }
}

const tables = [
  "work_orders",
  "work_order_history",
  "work_order_tasks",
  "work_order_signatures",
  "work_order_archives",
];

/** Size of the strings and numbers in one closed work order's rows. */
async function bytesOf({ db }: Local): Promise<number> {
  let sum = 0;
  for (const table of tables) {
    const { results } = await db.prepare(`PRAGMA table_info("${table}")`).all<{ name: string }>();
    const size = results.map(({ name }) => `coalesce(length("${name}"), 0) + 1`).join(" + ");
    const of = table === "work_orders" ? "id" : "work_order_id";
    const bytes = await db
      .prepare(
        `SELECT sum(${size}) AS n FROM ${table} WHERE ${of} IN (SELECT id FROM work_orders WHERE updated_at = '2015-01-01T00:00:00.000Z')`,
      )
      .first<number>("n");
    sum += bytes ?? 0;
  }
  return sum / WORK_ORDERS;
}

const archived = async ({ db }: Local) =>
  (await db
    .prepare("SELECT coalesce(max(value), 0) AS n FROM counters WHERE name = 'archived_work_orders'")
    .first<number>("n")) ?? 0;

async function costsOf({ admin, db }: Local) {
  const number = await db
    .prepare("SELECT max(number) AS n FROM work_orders WHERE updated_at = '2015-01-01T00:00:00.000Z'")
    .first<number>("n");
  const costs = new Map<string, ReturnType<typeof databaseCosts>>();
  for (const [name, path] of Object.entries({ ...lists, "an archived work order": `/workorders/${number}` })) {
    const answer = await admin.get(path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    costs.set(name, databaseCosts(answer));
  }
  return costs;
}
