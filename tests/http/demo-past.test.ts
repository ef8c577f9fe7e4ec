import { afterAll, expect, test } from "vitest";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { startWorker } from "#tests/support/worker";

const worker = await startWorker({ ENVIRONMENT: "local" });
afterAll(() => worker.stop());
await seedDemo(worker.db, new Date(), { pastYear: true });
const manager = worker.visitor();
await manager.post("/api/auth/login", { email: "manager@example.com", password: demoPassword });

const rows = async <T>(sql: string) => (await worker.db.prepare(sql).all<T>()).results;

interface Performance {
  planCohorts: { plans: number; retained: number[] }[];
  season: { month: string; jobs: number }[];
  forecast: { jobs: number; hours: number }[] | null;
}

test("the demo's past fills the performance screen: season, forecast, plan cohorts and causes of callbacks", async () => {
  const { json } = await manager.get<Performance>("/api/performance?period=year");
  const season = json.season.slice(-24);
  expect(season).toHaveLength(24);
  // This month may have just begun.
  for (const { month, jobs } of season.slice(0, -1)) expect(jobs, month).toBeGreaterThan(20);
  expect(json.forecast).toHaveLength(6);
  for (const { jobs } of json.forecast ?? []) expect(jobs).toBeGreaterThan(20);
  expect(json.planCohorts).toHaveLength(8);
  for (const { plans } of json.planCohorts) expect(plans).toBeGreaterThan(5);
  expect(
    Math.min(...json.planCohorts.flatMap(({ plans, retained }) => retained.map((each) => each / plans))),
  ).toBeLessThan(0.9);
  // A year that has just begun has no callbacks yet.
  const causes = await rows(
    "SELECT kind, count(*) AS n FROM callback_causes GROUP BY kind HAVING n > 20 ORDER BY kind",
  );
  expect(causes).toMatchObject([{ kind: "part" }, { kind: "task" }]);
});

test("no one has two of the demo's past jobs at once, and each was invoiced to its own customer", async () => {
  expect(
    await rows(
      `SELECT technician_id, scheduled_start FROM work_orders WHERE scheduled_start IS NOT NULL
       GROUP BY org_id, technician_id, scheduled_start HAVING count(*) > 1`,
    ),
  ).toEqual([]);
  expect(
    await rows(
      `SELECT i.id FROM invoices i JOIN customers c ON c.org_id = i.org_id AND c.id = i.customer_id
       WHERE i.number IS NOT NULL AND i.bill_to ->> 'name' <> c.name`,
    ),
  ).toEqual([]);
});

test("the demo's voice sessions belong to several people and have every outcome", async () => {
  const sessions = await rows<{ user_id: string; state: string; problem: string | null; spoken_at: string }>(
    "SELECT user_id, state, problem, spoken_at FROM voice_sessions WHERE sent_at IS NOT NULL",
  );
  expect(new Set(sessions.map(({ user_id }) => user_id)).size).toBe(3);
  expect(new Set(sessions.map(({ state }) => state))).toEqual(new Set(["confirmed", "discarded", "expired"]));
  expect(sessions.filter(({ problem }) => problem !== null)).toHaveLength(1);
  expect(sessions.every(({ spoken_at }) => Date.parse(spoken_at) < Date.now())).toBe(true);
  const page = await manager.get("/workorders/voice");
  expect(page.text).toContain("No speech detected. Say it again, or type it.");
  const [made] = await rows<{ number: number }>(
    "SELECT w.number FROM voice_session_work_orders v JOIN work_orders w ON w.org_id = v.org_id AND w.id = v.work_order_id",
  );
  expect(page.text).toContain(`WO-${String(made?.number).padStart(3, "0")}`);
});
