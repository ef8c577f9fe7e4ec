import { expect, test } from "vitest";
import { hourAhead, zoneAt } from "#tests/support/clock";
import { ledgerOf } from "#tests/support/receivables";
import { addCustomer, office } from "#tests/support/work-orders";
import { ownWorker, testWorker } from "#tests/support/worker";
import { addDays } from "~/domain/shared/time/dates";

const worker = await testWorker();

interface Preview {
  items: { id: string; reference: string; email: string | null; outcome: string; balance: number }[];
  hasMore: boolean;
}

const today = () => new Date().toISOString().slice(0, 10);
const rules = { enabled: true, firstAfterDays: 3, everyDays: 7, maxCount: 2, version: 0 };

async function overdueOf(
  given: Awaited<ReturnType<typeof testWorker>>,
  orgId: string,
  { email, days = 10 }: { email: string | null; days?: number },
) {
  const { customerId } = await addCustomer(given, orgId);
  await given.db
    .prepare("UPDATE customers SET email = ? WHERE org_id = ? AND id = ?")
    .bind(email, orgId, customerId)
    .run();
  const id = await ledgerOf(given, orgId).invoice(customerId, addDays(today(), -days), { totalMinor: 5000 });
  return { customerId, id };
}

const mailsOf = async (given: Awaited<ReturnType<typeof testWorker>>, id: string) =>
  (
    await given.db
      .prepare("SELECT recipient FROM invoice_mails WHERE invoice_id = ?")
      .bind(id)
      .all<{ recipient: string }>()
  ).results;

test("reminding all overdue invoices at once skips those paid, paused, already reminded today or without an email address", async () => {
  const shop = await office(worker);
  const other = await office(worker);
  const mine = await overdueOf(worker, shop.orgId, { email: "one@example.com" });
  const silent = await overdueOf(worker, shop.orgId, { email: null });
  const paused = await overdueOf(worker, shop.orgId, { email: "paused@example.com" });
  const foreign = await overdueOf(worker, other.orgId, { email: "foreign@example.com" });
  const paid = await overdueOf(worker, shop.orgId, { email: "paid@example.com" });
  await ledgerOf(worker, shop.orgId).payment({
    customerId: paid.customerId,
    day: today(),
    amountMinor: 5000,
    onto: [[paid.id, 5000]],
  });
  const pause = (by = shop.manager, isPaused = true) =>
    by.put(`/api/customers/${paused.customerId}/reminders`, { paused: isPaused });
  expect((await pause()).status).toBe(200);
  expect((await pause()).status).toBe(200);
  expect([(await pause(other.manager)).status, (await pause(shop.technician)).status]).toEqual([404, 403]);

  const { json } = await shop.manager.get<Preview>("/api/invoices/reminders");
  expect(new Map(json.items.map(({ id, outcome }) => [id, outcome]))).toEqual(
    new Map([
      [mine.id, "send"],
      [silent.id, "no_email"],
      [paused.id, "paused"],
    ]),
  );
  const invoiceIds = [mine.id, silent.id, paused.id, paid.id, foreign.id];
  const send = (by = shop.manager) => by.post<{ sent: string[] }>("/api/invoices/reminders", { invoiceIds });
  expect((await send(shop.technician)).status).toBe(403);
  const answers = await Promise.all([send(), send()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(answers.flatMap(({ json: { sent } }) => sent)).toEqual([mine.id]);
  expect(await mailsOf(worker, mine.id)).toEqual([{ recipient: "one@example.com" }]);
  for (const { id } of [silent, paused, paid, foreign]) expect(await mailsOf(worker, id)).toEqual([]);
  expect((await send()).json.sent).toEqual([]);
  expect(
    (await shop.manager.get<Preview>("/api/invoices/reminders")).json.items.find(({ id }) => id === mine.id)?.outcome,
  ).toBe("today");
  expect((await pause(shop.manager, false)).status).toBe(200);
  expect((await send()).json.sent).toEqual([paused.id]);
  const many = { invoiceIds: Array.from({ length: 11 }, (_, n) => `id-${n}`) };
  expect((await shop.manager.post("/api/invoices/reminders", many)).status).toBe(400);
  expect((await shop.manager.get("/invoices-v2/remind")).text).toContain("Reminded today");
  expect((await shop.technician.get("/invoices-v2/remind")).status).toBe(403);
});

test("a request beyond the hourly limit of emails is refused whole, before the first reminder", async () => {
  const shop = await office(worker);
  const due = [
    await overdueOf(worker, shop.orgId, { email: "first@example.com" }),
    await overdueOf(worker, shop.orgId, { email: "second@example.com" }),
  ];
  const used = (count: number) =>
    worker.db
      .prepare(
        "INSERT OR REPLACE INTO usage_counts (owner, name, window_start, count) VALUES (?, 'invoice_mails', ?, ?)",
      )
      .bind(`user:${shop.manager.userId}`, Math.floor(Date.now() / 3_600_000) * 3600, count)
      .run();
  const send = () =>
    shop.manager.post<{ sent: string[] }>("/api/invoices/reminders", { invoiceIds: due.map(({ id }) => id) });
  await hourAhead();
  await used(119);
  expect((await send()).status).toBe(429);
  for (const { id } of due) expect(await mailsOf(worker, id)).toEqual([]);
  await used(118);
  expect((await send()).json.sent).toHaveLength(2);
});

test("reminders are off until an Admin turns them on, and simultaneous saves do not overwrite each other", async () => {
  const shop = await office(worker);
  const path = "/api/billing/reminders";
  expect((await shop.admin.get<{ enabled: boolean; version: number }>(path)).json).toMatchObject({
    enabled: false,
    version: 0,
  });
  const saves = await Promise.all([1, 2].map(() => shop.admin.put(path, rules)));
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await shop.admin.put(path, { ...rules, version: 1, maxCount: 13 })).status).toBe(400);
  expect((await shop.admin.put(path, { ...rules, version: 1, enabled: false })).status).toBe(200);
  expect((await shop.manager.get(path)).status).toBe(403);
  expect((await shop.manager.put(path, { ...rules, version: 2 })).status).toBe(403);
});

test("a due reminder is sent once, in the business's morning, and never for a paid, void or paused invoice", async () => {
  const named = await ownWorker({ PUBLIC_ORIGIN: "https://plenum.example" });
  const sweep = () => named.sweep(new Date(Date.UTC(2026, 0, 1, 0, 2)));
  const settings = (orgId: string, enabled = 1) =>
    named.db
      .prepare("INSERT INTO reminder_settings VALUES (?, ?, 3, 7, 2, 1, 'test', '2026-01-01T00:00:00.000Z')")
      .bind(orgId, enabled)
      .run();
  const [morning, evening, off] = [await named.business(), await named.business(), await named.business()];
  for (const [{ orgId }, at] of [
    [morning, 9],
    [evening, 18],
    [off, 9],
  ] as const)
    await named.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(zoneAt(at), orgId).run();
  await settings(morning.orgId);
  await settings(evening.orgId);
  await settings(off.orgId, 0);
  const due = await overdueOf(named, morning.orgId, { email: "due@example.com" });
  const young = await overdueOf(named, morning.orgId, { email: "young@example.com", days: 1 });
  const paused = await overdueOf(named, morning.orgId, { email: "paused@example.com" });
  const paid = await overdueOf(named, morning.orgId, { email: "paid@example.com" });
  const voided = await overdueOf(named, morning.orgId, { email: "void@example.com" });
  const later = await overdueOf(named, evening.orgId, { email: "later@example.com" });
  const never = await overdueOf(named, off.orgId, { email: "never@example.com" });
  const ledger = ledgerOf(named, morning.orgId);
  await ledger.payment({ customerId: paid.customerId, day: today(), amountMinor: 5000, onto: [[paid.id, 5000]] });
  await ledger.credit({
    customerId: voided.customerId,
    invoiceId: voided.id,
    day: today(),
    amountMinor: 5000,
    free: [],
    voids: true,
  });
  await named.db
    .prepare("INSERT INTO reminder_pauses VALUES (?, ?, 'test', '2026-01-01T00:00:00.000Z')")
    .bind(morning.orgId, paused.customerId)
    .run();

  await Promise.all([sweep(), sweep()]);
  await sweep();
  expect(await mailsOf(named, due.id)).toEqual([{ recipient: "due@example.com" }]);
  for (const { id } of [young, paused, paid, voided, later, never]) expect(await mailsOf(named, id)).toEqual([]);
  const steps = await named.db.prepare("SELECT invoice_id, step FROM invoice_reminders").all();
  expect(steps.results).toEqual([{ invoice_id: due.id, step: 1 }]);

  // The database itself rejects a repeated step, one beyond the last and any for a paused customer.
  const step = (invoiceId: string, number: number) =>
    named.db
      .prepare("INSERT INTO invoice_reminders SELECT org_id, ?, ?, id FROM invoice_mails LIMIT 1")
      .bind(invoiceId, number)
      .run();
  await expect(step(due.id, 1)).rejects.toThrow(/reminder_not_wanted/);
  await expect(step(due.id, 3)).rejects.toThrow(/reminder_not_wanted/);
  await expect(step(paused.id, 1)).rejects.toThrow(/reminder_not_wanted/);
  for (const forged of ["UPDATE invoice_reminders SET step = 2", "DELETE FROM invoice_reminders"])
    await expect(named.db.prepare(forged).run()).rejects.toThrow(/append_only/);
});
