import { eq } from "drizzle-orm";
import { organizations } from "#drizzle/schema/identity";
import { planInvoices } from "#drizzle/schema/plans";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { formatMoney } from "~/domain/shared/money";
import { allowPerson } from "~/domain/shared/permissions";
import { formatFullDate } from "~/domain/shared/time/date-format";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { changedPlan, planZone } from "./owner.server";
import { PLAN_OWNER_LABELS } from "./plan";

const STATES = { paid: "Paid", open: "Not paid", void: "Void: nothing is owed" };

/**
 * A plan's invoice as PDF, for those who may change the plan.
 * @throws DomainError not_found, also for another owner's; forbidden
 */
export async function planInvoicePdf(ctx: Ctx, id: string): Promise<{ fileName: string; body: ArrayBuffer }> {
  const person = allowPerson(ctx);
  const [invoice] = await ctx.db.select().from(planInvoices).where(eq(planInvoices.id, id));
  const own = invoice?.ownerKind === "business" ? person.member?.orgId : person.userId;
  if (!invoice || invoice.ownerId !== own) throw notFound();
  changedPlan(ctx, invoice.ownerKind);
  const zone = planZone(ctx, invoice.ownerKind);
  const day = (instant: string) => formatFullDate(wallTimeOf(Date.parse(instant), zone).date);
  const billTo = invoice.ownerKind === "business" ? await businessLines(ctx, invoice.ownerId) : [];
  const { startPdf } = await import("~/domain/shared/pdf/document.server");
  const name = `${person.firstName} ${person.lastName}`;
  const pdf = await startPdf({
    ...{ title: `Invoice ${invoice.number}`, author: "Plenum", createdAt: new Date(invoice.issuedAt) },
    footer: `Invoice ${invoice.number}`,
  });
  await pdf.header({
    ...{ name: "Plenum", lines: [], title: invoice.status === "paid" ? "Receipt" : "Invoice" },
    subtitle: invoice.number,
  });
  pdf.blocks([
    { title: "Bill to", lines: billTo.length > 0 ? billTo : [name, person.email] },
    {
      title: "Details",
      lines: [
        `Issued ${day(invoice.issuedAt)}`,
        invoice.paidAt ? `Paid ${day(invoice.paidAt)} by card` : STATES[invoice.status],
      ],
    },
  ]);
  pdf.table(
    [
      { header: "Plan", share: 3 },
      { header: "Period", share: 2 },
      { header: "Amount", width: 90, align: "right" },
    ],
    [
      [
        `Plenum ${PLAN_OWNER_LABELS[invoice.ownerKind]} Pro`,
        `${day(invoice.periodStart)} to ${day(invoice.periodEnd)}`,
        formatMoney(invoice.amountMinor),
      ],
    ],
  );
  pdf.totals([
    { label: "Total", value: formatMoney(invoice.amountMinor), strong: true },
    ...(invoice.paidAt ? [{ label: "Paid", value: formatMoney(invoice.amountMinor) }] : []),
  ]);
  return { fileName: `plenum-${invoice.number}.pdf`, body: await pdf.finish() };
}

async function businessLines(ctx: Ctx, orgId: string): Promise<string[]> {
  const [row] = await ctx.db.select().from(organizations).where(eq(organizations.id, orgId));
  if (!row) return [];
  const place = [row.city, [row.state, row.postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
  return [row.name, row.line1, row.line2, place].filter((line): line is string => Boolean(line));
}
