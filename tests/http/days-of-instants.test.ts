import { expect, test } from "vitest";
import { zoneOfAnotherDay } from "#tests/support/clock";
import { pageText } from "#tests/support/page-text";
import { textOfPdf } from "#tests/support/pdf-text";
import { givePro } from "#tests/support/plans";
import type { Visitor } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const setZone = (orgId: string, zone: string) =>
  worker.db.prepare("UPDATE organizations SET time_zone = ? WHERE id = ?").bind(zone, orgId).run();

test("files are named by the day in the business's time zone", async () => {
  const { admin, orgId } = await worker.business();
  const zone = zoneOfAnotherDay();
  await setZone(orgId, zone);
  const today = new Intl.DateTimeFormat("sv-SE", { timeZone: zone }).format(new Date());
  const nameOf = async (path: string) => (await admin.get(path)).headers.get("content-disposition");
  for (const [path, name] of [
    ["/resources/audit-log", "audit-log"],
    ["/resources/item-export", "items"],
    ["/api/inventory/items/export", "items"],
    ["/api/webhook-endpoints/export", "webhook-endpoints"],
    ["/api/issues/export", "plenum-issues"],
  ])
    expect(await nameOf(path ?? "")).toBe(`attachment; filename="${name}-${today}.csv"`);
});

/** Pro until the evening of December 31, 2098 in Chicago, and an invoice for the month before. */
async function withPro(kind: "business" | "household", ownerId: string): Promise<string> {
  await givePro(worker, kind, ownerId);
  const id = `invoice-of-${ownerId}`;
  await worker.db
    .prepare(
      `INSERT INTO plan_invoices (id, owner_kind, owner_id, provider, provider_id, number, status, amount_minor, currency, period_start,
         period_end, issued_at, paid_at)
       VALUES (?1, ?2, ?3, 'stripe', ?1, 'P-1', 'paid', 600, 'USD', '2098-12-01T02:00:00.000Z', '2099-01-01T02:00:00.000Z',
         '2098-12-01T02:00:00.000Z', '2098-12-01T02:00:00.000Z')`,
    )
    .bind(id, kind, ownerId)
    .run();
  return id;
}

test("a plan's dates are those of the time zone of the business or the household", async () => {
  const { admin, orgId } = await worker.business();
  const person = await worker.household();
  await worker.db.prepare("UPDATE users SET time_zone = 'America/Chicago' WHERE id = ?").bind(person.userId).run();
  for (const [who, kind, ownerId] of [
    [admin, "business", orgId],
    [person, "household", person.userId],
  ] as const) {
    const invoiceId = await withPro(kind, ownerId);
    const text = async (path: string) => pageText((await who.get(path)).text);
    const plan = await text(`/payment?of=${kind}`);
    expect(plan).toContain("Renews on Dec 31, 2098.");
    expect(plan).toContain("P-1 Nov 30, 2098 Nov 30 to Dec 31, 2098");
    expect(await text(`/payment/cancel?of=${kind}`)).toContain("Pro stays on until Dec 31, 2098 and then ends.");
    expect(await csvOf(who, `/api/plans/${kind}/invoices/export`)).toContain(
      "2098-11-30,2098-12-31,2098-11-30,2098-11-30 20:00",
    );
    expect(await pdfOf(who, `/api/plan-invoices/${invoiceId}/pdf`)).toContain("Issued Sun, Nov 30, 2098");
    await worker.db.prepare("UPDATE subscriptions SET cancel_at_period_end = 1 WHERE owner_id = ?").bind(ownerId).run();
    expect(await text("/profile")).toContain("Pro until Jan 3, 2099");
  }
});

const csvOf = async (who: Visitor, path: string) => (await who.get(path)).text;

async function pdfOf(who: Visitor, path: string): Promise<string> {
  const cookie = [...who.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const answer = await fetch(new URL(path, who.base), { headers: { cookie } });
  return (await textOfPdf(await answer.arrayBuffer())).flat().join("\n");
}
