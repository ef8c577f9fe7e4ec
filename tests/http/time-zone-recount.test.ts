import { expect, test } from "vitest";
import { seedWorkOrders } from "#drizzle/seed/bulk";
import { demoPassword, seedDemo } from "#drizzle/seed/demo";
import { pageText } from "#tests/support/page-text";
import { databaseCosts } from "#tests/support/visitor";
import { ownWorker } from "#tests/support/worker";

const worker = await ownWorker();
const now = new Date();
await seedDemo(worker.db, now);
const admin = worker.visitor();
await admin.post("/api/auth/login", { email: "admin@example.com", password: demoPassword });
const orgId = await worker.db
  .prepare("SELECT m.org_id FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = 'admin@example.com'")
  .first<string>("org_id");

async function setZone(timeZone: string): Promise<void> {
  const { text } = await admin.get("/settings");
  const version = /name="version"[^>]*value="(\d+)"/.exec(text)?.[1] ?? "0";
  const saved = await admin.submit("/settings", { intent: "save", version, name: "Lakeside", timeZone });
  expect(saved.status, saved.text.slice(0, 300)).toBeLessThan(400);
}
const countedZone = () =>
  worker.db.prepare("SELECT time_zone FROM job_fact_zones WHERE org_id = ?").bind(orgId).first<string>("time_zone");
/** Computed from the appointments, in a time zone. */
async function bookedBy(zone: string): Promise<Record<string, number>> {
  const { results } = await worker.db
    .prepare(
      "SELECT starts_at AS at FROM appointment_technicians WHERE org_id = ? AND blocks_calendar = 1 AND role = 'lead'",
    )
    .bind(orgId)
    .all<{ at: string }>();
  const days: Record<string, number> = {};
  for (const { at } of results) {
    const day = new Intl.DateTimeFormat("en-CA", { timeZone: zone }).format(new Date(at));
    days[day] = (days[day] ?? 0) + 1;
  }
  return days;
}
async function storedDays(): Promise<Record<string, number>> {
  const { results } = await worker.db
    .prepare("SELECT starts_on AS day, jobs FROM workload_sums WHERE org_id = ? AND kind = 'booked' AND jobs > 0")
    .bind(orgId)
    .all<{ day: string; jobs: number }>();
  return Object.fromEntries(results.map(({ day, jobs }) => [day, jobs]));
}

test("the first page view after a time zone change recounts in two round trips", async () => {
  for (const path of ["/dashboard", "/pgi"]) {
    await admin.get(path);
    await setZone(path === "/pgi" ? "Pacific/Honolulu" : "America/New_York");
    const changed = await admin.get(path);
    expect(changed.status).toBe(200);
    expect(databaseCosts(changed).rounds).toBeLessThanOrEqual(2);
    expect(pageText(changed.text)).not.toContain("being recalculated");
  }
  expect(await countedZone()).toBe("Pacific/Honolulu");
  expect(await storedDays()).toEqual(await bookedBy("Pacific/Honolulu"));
});

test("a business with years of jobs sees a notice while the queue recounts", async () => {
  await seedWorkOrders(worker.db, { count: 8000, now });
  await worker.db
    .prepare(
      "UPDATE work_orders SET status = 'closed', hold_reason = NULL, cancel_reason = NULL, completed_at = coalesce(completed_at, updated_at) WHERE org_id = ? AND completed_at IS NULL AND number > (SELECT max(number) - 8000 FROM work_orders WHERE org_id = ?)",
    )
    .bind(orgId, orgId)
    .run();
  const completed = await worker.db
    .prepare("SELECT count(*) AS n FROM work_orders WHERE org_id = ? AND completed_at IS NOT NULL")
    .bind(orgId)
    .first<number>("n");
  expect(completed).toBeGreaterThan(5000);
  await setZone("America/Denver");
  await expect.poll(countedZone, { timeout: 60_000 }).toBe("America/Denver");
  expect(await storedDays()).toEqual(await bookedBy("America/Denver"));
  // Simulates a queued recount whose message is lost.
  const leave = (at: Date) =>
    worker.db
      .prepare("UPDATE job_fact_zones SET time_zone = '', counted_at = ? WHERE org_id = ?")
      .bind(at.toISOString(), orgId)
      .run();
  await leave(new Date());
  const waiting = await admin.get("/dashboard");
  expect(databaseCosts(waiting).rounds).toBeLessThanOrEqual(2);
  expect(pageText(waiting.text)).toContain("Daily figures are being recalculated");
  await leave(new Date(Date.now() - 60 * 60_000));
  await admin.get("/dashboard");
  await expect.poll(countedZone, { timeout: 60_000 }).toBe("America/Denver");
  expect(pageText((await admin.get("/dashboard")).text)).not.toContain("being recalculated");
  expect(await storedDays()).toEqual(await bookedBy("America/Denver"));
});
