import { and, asc, desc, eq, isNotNull, ne, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { named, namedEach, namedOrNull } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { invoiceLines, invoices, payments } from "#drizzle/schema/invoices";
import { technicians } from "#drizzle/schema/technicians";
import { workOrderHistory, workOrders } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import type { WorkOrderStatus } from "~/domain/work-order-basics/status";
import { type Part, reckoned, selectBillableParts } from "~/domain/work-order-parts/list.server";
import { DETAILS_UNREADABLE } from "~/domain/work-orders/archive/archive";
import { archiveOf, readArchived } from "~/domain/work-orders/archive/detail.server";
import { type StatusChange, statusDurations } from "~/domain/work-orders/durations";
import { idOfWorkOrder, isWorkOrder, latestAppointment, workOrderNotFound } from "~/domain/work-orders/load.server";
import { type AgreedLine, withAgreed } from "./agreed";
import { type BillablePart, type ChargeLine, chargesOf, type Flag, type JobFacts, partsPricingText } from "./charges";
import { freeMinor } from "./free-credit.server";
import { seesMargins } from "./margins";
import { notBilledFlags, notBilledMilli } from "./not-billed";
import { type BillingRules, ROUNDING_LABELS, ratesAt } from "./settings";
import { placedRates, rulesOn, rulesOr } from "./settings.server";
import { type TaxRate, totals } from "./totals";

/** What a job would be billed today, whatever its state. */
interface WorkOrderBilling {
  workOrder: {
    id: string;
    number: number;
    reference: string;
    title: string;
    status: WorkOrderStatus;
    noCharge: boolean;
  };
  customerId: string;
  siteAddressId: string;
  lines: ChargeLine[];
  /** The discount on the whole job from its approved estimate; 0 for none. */
  discountMinor: number;
  /** None if the whole bill is exempt; null if it is unknown how the site is taxed. */
  rates: TaxRate[] | null;
  /** Why the approved estimate of the whole bill is exempt from tax; null otherwise. */
  exempt: string | null;
  rules: BillingRules;
  flags: Flag[];
  facts: Pick<JobFacts, "laborSeconds"> & { travelSeconds: number };
}

/** The queries for a job's billing; `jobBillingOf` takes their results. */
function statements(ctx: Ctx, me: Member, ref: string) {
  const id = idOfWorkOrder(me, ref);
  const sent = sql`SELECT ast.technician_id FROM appointment_technicians ast
    WHERE ast.org_id = ${me.orgId} AND ast.appointment_id = ${latestAppointment(me, id, ["booked", "done"])}`;
  const lead = sql`SELECT led.technician_id FROM work_orders led WHERE led.org_id = ${me.orgId} AND led.id = ${id}`;
  return [
    ctx.db
      .select({
        id: named(workOrders.id, "billed_id"),
        number: named(workOrders.number, "billed_number"),
        title: workOrders.title,
        status: named(workOrders.status, "billed_status"),
        noCharge: workOrders.noCharge,
        playbook: workOrders.playbook,
        technicianId: workOrders.technicianId,
        holdReason: workOrders.holdReason,
        customerId: workOrders.customerId,
        siteAddressId: workOrders.siteAddressId,
        state: addresses.state,
        postalCode: addresses.postalCode,
        customerName: named(customers.name, "billed_customer"),
        customerNumber: named(customers.number, "billed_customer_number"),
      })
      .from(workOrders)
      .innerJoin(addresses, and(eq(addresses.orgId, me.orgId), eq(addresses.id, workOrders.siteAddressId)))
      .innerJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, workOrders.customerId)))
      .where(isWorkOrder(me, ref)),
    ctx.db
      .select({
        to: workOrderHistory.toStatus,
        occurredAt: workOrderHistory.occurredAt,
        recordedAt: workOrderHistory.recordedAt,
        deviceAt: workOrderHistory.deviceAt,
      })
      .from(workOrderHistory)
      .where(
        and(
          eq(workOrderHistory.orgId, me.orgId),
          eq(workOrderHistory.workOrderId, id),
          isNotNull(workOrderHistory.toStatus),
        ),
      )
      .orderBy(asc(workOrderHistory.id))
      .limit(500),
    ctx.db
      .select({
        id: named(technicians.id, "sent_id"),
        firstName: technicians.firstName,
        lastName: technicians.lastName,
        hourlyCostMinor: technicians.hourlyRateMinor,
      })
      .from(technicians)
      .where(and(eq(technicians.orgId, me.orgId), sql`${technicians.id} IN (${sent} UNION ${lead})`)),
    rulesOn(ctx, me, todayOf(ctx, me)),
    placedRates(ctx, me),
    selectBillableParts(ctx, me, id),
    ctx.db.all<AgreedLine>(sql`
      SELECT e.id AS estimateId, e.adds_to_job AS addsToJob, e.discount_rate_ppm AS wholeDiscountPpm,
        e.discount_amount_minor AS wholeDiscountMinor, e.tax_state AS taxState, e.tax_note AS taxNote, l.kind, l.description, l.quantity_milli AS quantityMilli, l.unit,
        l.unit_price_minor AS unitPriceMinor, l.discount_ppm AS discountPpm, l.taxable
      FROM estimates e INDEXED BY estimates_work_order
      CROSS JOIN estimate_approvals a ON a.org_id = ${me.orgId} AND a.estimate_id = e.id
      CROSS JOIN estimate_lines l ON l.org_id = ${me.orgId} AND l.estimate_id = e.id AND l.option_position = a.option_position
      WHERE e.org_id = ${me.orgId} AND e.work_order_id = ${id} AND e.status = 'approved'
        AND (l.optional = 0 OR l.position IN (SELECT value FROM json_each(a.chosen)))
      ORDER BY a.signed_at, l.position LIMIT 600`),
    archiveOf(ctx, me, ref),
  ] as const;
}

type Statements = ReturnType<typeof statements>;
type Answers = readonly [
  Awaited<Statements[0]>,
  Awaited<Statements[1]>,
  Awaited<Statements[2]>,
  Awaited<Statements[3]>,
  Awaited<Statements[4]>,
  Awaited<Statements[5]>,
  Awaited<Statements[6]>,
  Awaited<Statements[7]>,
];

/** Adds the history from the archive if needed: no clocked time may be missing. @throws DomainError unavailable */
async function withArchived(ctx: Ctx, me: Member, answers: Answers): Promise<Answers> {
  const [row, history, sent, rules, placed, used, agreed, archive] = answers;
  const archived = await readArchived(ctx, me, archive);
  if (!archived) return answers;
  if (archived.isUnreadable) throw new DomainError("unavailable", DETAILS_UNREADABLE);
  const changes = archived.history.filter(({ to }) => to !== null).sort((a, b) => (a.id < b.id ? -1 : 1));
  return [row, history.length > 0 ? history : changes, sent, rules, placed, used, agreed, archive];
}

function workOrderBillingOf(
  ctx: Ctx,
  me: Member,
  answers: Answers,
): WorkOrderBilling & { customer: { name: string; number: number } } {
  const [[row], history, sent, rules, placed, used, agreed] = answers;
  if (!row) throw workOrderNotFound();
  const { laborSeconds, travelSeconds, reachedSite, isRunning } = clocked(ctx, history);
  const parts = used.map(reckoned).map(billable);
  const workOrder: JobFacts = {
    serviceType: row.playbook && {
      id: row.playbook.serviceTypeId,
      name: row.playbook.name,
      flatPriceMinor: row.playbook.price,
    },
    ...{ laborSeconds, travelSeconds, reachedSite, parts },
    customerAbsent: laborSeconds === 0 && row.holdReason === "customer_absent",
    crew: sent
      .map(({ id, firstName, lastName, hourlyCostMinor }) => ({
        id,
        name: `${firstName} ${lastName}`,
        hourlyCostMinor,
      }))
      .sort(
        (a, b) => Number(b.id === row.technicianId) - Number(a.id === row.technicianId) || (a.name < b.name ? -1 : 1),
      ),
  };
  const inForce = rulesOr(rules);
  const { lines, flags, discountMinor, exempt } = withAgreed(chargesOf(workOrder, inForce), agreed);
  const running: Flag = {
    code: "still_running",
    message: "The job is still in progress: time is still being clocked.",
  };
  return {
    workOrder: {
      ...{ id: row.id, number: row.number, title: row.title, status: row.status, noCharge: row.noCharge },
      reference: formatWorkOrderNumber(row.number),
    },
    ...{ customerId: row.customerId, siteAddressId: row.siteAddressId },
    customer: { name: row.customerName, number: row.customerNumber },
    ...{ lines, discountMinor, exempt, rules: inForce, flags: isRunning ? [running, ...flags] : flags },
    rates: exempt === null ? ratesAt(placed, row, todayOf(ctx, me)) : [],
    facts: { laborSeconds, travelSeconds },
  };
}

/** A part as billed: at its price on the job, with its total cost. */
function billable(part: Part): BillablePart {
  const { description, equipmentName, quantityMilli, unit, unitPriceMinor, costMinor } = part;
  return { description, equipment: equipmentName, quantityMilli, unit, listPriceMinor: unitPriceMinor, costMinor };
}

function clocked(ctx: Ctx, history: Answers[1]) {
  const changes = history.flatMap(({ to, occurredAt, recordedAt, deviceAt }): StatusChange[] => {
    if (to === null) return [];
    const times = { occurredAt: Date.parse(occurredAt), recordedAt: Date.parse(recordedAt) };
    return [{ status: to, ...times, isCorrected: deviceAt !== null }];
  });
  const stays = statusDurations(changes, ctx.now.getTime());
  const secondsIn = (status: WorkOrderStatus) =>
    stays.filter((stay) => stay.status === status).reduce((total, stay) => total + stay.seconds, 0);
  return {
    laborSeconds: secondsIn("in_progress"),
    travelSeconds: secondsIn("en_route"),
    reachedSite: stays.some(({ status }) => status === "en_route" || status === "in_progress"),
    isRunning: stays.some(
      ({ status, leftAt }) => leftAt === null && (status === "en_route" || status === "in_progress"),
    ),
  };
}

/** A job's billing, for a use case that creates a document from it. @throws DomainError not_found */
export async function readWorkOrderBilling(ctx: Ctx, me: Member, ref: string): Promise<WorkOrderBilling> {
  return workOrderBillingOf(ctx, me, await withArchived(ctx, me, await ctx.db.batch(statements(ctx, me, ref))));
}

/**
 * The billing of a job in any state: its charges under today's rules, their totals, the existing documents and any prepayments.
 * Costs and margin only for those who manage invoices; null if a cost is unknown.
 * @throws DomainError not_found; forbidden
 */
export async function billingPreview(ctx: Ctx, ref: string) {
  const me = allow(ctx, "invoices.read");
  const id = idOfWorkOrder(me, ref);
  const [row, history, sent, rules, placed, used, agreed, archive, documents, invoiced, deposits] = await ctx.db.batch([
    ...statements(ctx, me, ref),
    ctx.db
      .select({
        ...namedEach({
          id: invoices.id,
          kind: invoices.kind,
          status: invoices.status,
          dueOn: invoices.dueOn,
          totalMinor: invoices.totalMinor,
          paidMinor: invoices.paidMinor,
          creditedMinor: invoices.creditedMinor,
        }),
        number: namedOrNull(invoices.number, "document_number"),
        netMinor: netLessCredits(me),
      })
      .from(byIndex(invoices, "invoices_work_order"))
      .where(
        and(
          eq(invoices.orgId, me.orgId),
          eq(invoices.workOrderId, id),
          eq(invoices.kind, "invoice"),
          ne(invoices.status, "void"),
        ),
      )
      .orderBy(desc(invoices.createdAt))
      .limit(20),
    invoicedLines(ctx, me, id),
    ctx.db
      .select({
        open: sql<number>`coalesce(sum(max(${freeMinor(me)}, 0)), 0)`.as("open_deposits"),
      })
      .from(byIndex(payments, "payments_work_order"))
      .where(
        and(
          eq(payments.orgId, me.orgId),
          eq(payments.workOrderId, id),
          // A former customer's money is still theirs, as when the invoice is issued.
          sql`${payments.customerId} = (SELECT w.customer_id FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${id})`,
        ),
      ),
  ]);
  const answers = await withArchived(ctx, me, [row, history, sent, rules, placed, used, agreed, archive]);
  const billing = workOrderBillingOf(ctx, me, answers);
  const added = totals(
    billing.lines.map((line) => ({ ...line, unitPriceMinor: line.unitPriceMinor ?? 0 })),
    { discount: billing.discountMinor > 0 ? { minor: billing.discountMinor } : null, rates: billing.rates ?? [] },
  );
  const maySeeCosts = seesMargins(me);
  const open = notBilledMilli(
    billing.lines.map((line, at) => ({ ...line, netMinor: added.lines[at]?.netMinor ?? 0 })),
    { lines: invoiced, netMinor: documents.reduce((sum, { netMinor }) => sum + netMinor, 0) },
  );
  const costs = billing.lines.map(({ costMinor }) => costMinor);
  const costMinor = costs.some((cost) => cost === null)
    ? null
    : costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0);
  return {
    ...billing,
    // Where there is no invoice yet, that says it.
    flags: documents.length > 0 ? [...billing.flags, ...notBilledFlags(billing.lines, open)] : billing.flags,
    lines: billing.lines.map((line, at) => ({
      ...line,
      notBilledMilli: open[at] ?? 0,
      costMinor: maySeeCosts ? line.costMinor : null,
      netMinor: line.unitPriceMinor === null ? null : (added.lines[at]?.netMinor ?? 0),
    })),
    totals: added,
    /** Null without permission. `costMinor` is null if part of it is unknown, and so is the margin. */
    margin: maySeeCosts ? { costMinor, marginMinor: costMinor === null ? null : added.netMinor - costMinor } : null,
    isTaxKnown: billing.rates !== null,
    documents,
    depositMinor: deposits[0]?.open ?? 0,
    rulesText: rulesText(billing.rules),
    rights: { write: can(me, "invoices.write") },
  };
}

/** The invoice's amount before tax, less its credit notes. */
function netLessCredits(me: Member) {
  return sql<number>`invoices.subtotal_minor - invoices.discount_minor - (
    SELECT coalesce(sum(cn.subtotal_minor - cn.discount_minor), 0) FROM invoices cn INDEXED BY invoices_corrects
    WHERE cn.org_id = ${me.orgId} AND cn.corrects_id = invoices.id AND cn.kind = 'credit_note' AND cn.status = 'issued')`.as(
    "net_less_credits",
  );
}

/** The lines of the job's invoice. */
function invoicedLines(ctx: Ctx, me: Member, workOrderId: SQL) {
  const billed = sql`(SELECT i.id FROM invoices i INDEXED BY invoices_work_order
    WHERE i.org_id = ${me.orgId} AND i.work_order_id = ${workOrderId} AND i.kind = 'invoice' AND i.status <> 'void')`;
  return ctx.db
    .select(
      namedEach({
        kind: invoiceLines.kind,
        description: invoiceLines.description,
        equipment: invoiceLines.equipment,
        quantityMilli: invoiceLines.quantityMilli,
        unit: invoiceLines.unit,
        netMinor: invoiceLines.netMinor,
      }),
    )
    .from(invoiceLines)
    .where(and(eq(invoiceLines.orgId, me.orgId), sql`${invoiceLines.invoiceId} IN ${billed}`))
    .limit(1000);
}

export type BillingPreview = Awaited<ReturnType<typeof billingPreview>>;

function rulesText(rules: BillingRules): string {
  const rounding = ROUNDING_LABELS[rules.roundingMinutes].toLowerCase();
  return `Labor ${rounding}, parts at ${partsPricingText(rules)}.`;
}
