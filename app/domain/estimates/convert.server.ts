import { and, desc, eq, getTableColumns, isNull, type SQL, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { addresses, customers } from "#drizzle/schema/customers";
import { estimates, leadConversions } from "#drizzle/schema/estimates";
import { leads } from "#drizzle/schema/leads";
import { workOrders } from "#drizzle/schema/work-orders";
import { insertAddress } from "~/domain/addresses/insert.server";
import { bare, type PlaceOutput } from "~/domain/addresses/schema";
import { customerWrites } from "~/domain/customers/create.server";
import { activityRow } from "~/domain/leads/create.server";
import { nameProblem, personOf } from "~/domain/leads/lead";
import { idOfLead, type LeadRow, leadNotFound, placeOf, readLead } from "~/domain/leads/load.server";
import { playbookFor } from "~/domain/service-types/playbook.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertHolds, assertRowChanged, type Commit, once, type Write } from "~/domain/shared/write.server";
import { boardEvent } from "~/domain/work-orders/board-event";
import { unscheduledWorkOrder } from "~/domain/work-orders/create.server";
import { isUntouched } from "~/domain/work-orders/traces.server";
import { formatEstimateNumber } from "./estimate";
import { type EstimateRow, isEstimate, readEstimate } from "./load.server";
import type { ConvertLead } from "./schema";

const already = () => new DomainError("conflict", "This was already converted. Reload the page to see the job.");

const refusals = {
  "lead_conversions.org_id, lead_conversions.lead_id": already,
  "lead_conversions.org_id, lead_conversions.estimate_id": already,
  conversion_moved: () => new DomainError("conflict", "Someone else just changed this. Reload the page and try again."),
};

interface Converted {
  workOrderId: string;
  customerId: string;
}

/**
 * Converts a lead into a customer, a site and an unscheduled job in one batch, once: an existing customer is used unchanged, and
 * the newest approved estimate without a job supplies the service type, planned parts and prices. The lead is then won.
 * @throws DomainError forbidden; not_found; invalid with the field if the address is not known, or the name does not fit a
 * customer; conflict if it was already converted
 */
export async function convertLead(ctx: Ctx, ref: string, input: ConvertLead): Promise<Converted> {
  const me = allow(ctx, "leads.write");
  allow(ctx, "customers.write");
  allow(ctx, "work_orders.write");
  return once(ctx, "convertLead", { ref, input }, async (commit) => {
    const lead = await readLead(ctx, me, ref);
    if (lead.stage === "won") throw already();
    const [approved] = await approvedOf(ctx, me, lead.id);
    const estimate = approved ? await readEstimate(ctx, me, approved.id) : null;
    return convert(ctx, me, { lead, estimate, input, commit });
  });
}

/** The newest approved estimate of a lead without a job. */
function approvedOf(ctx: Ctx, { orgId }: Member, leadId: SQL | string) {
  const { id, number, revision, title } = estimates;
  return ctx.db
    .select({
      ...namedEach({ id, number, revision, title }),
      totalMinor:
        sql<number>`coalesce((select a.total_minor from estimate_approvals a where a.org_id = ${orgId} and a.estimate_id = estimates.id), ${estimates.totalMinor})`.as(
          "approved_minor",
        ),
    })
    .from(byIndex(estimates, "estimates_lead"))
    .where(
      and(
        ...[eq(estimates.orgId, orgId), sql`${estimates.leadId} = ${leadId}`],
        ...[eq(estimates.status, "approved"), isNull(estimates.workOrderId)],
      ),
    )
    .orderBy(desc(estimates.createdAt))
    .limit(1);
}

/** The estimate whose parts and prices `convertLead` carries over; null if there is none. @throws DomainError not_found */
export async function estimateToConvert(ctx: Ctx, ref: string) {
  const me = allow(ctx, "leads.write");
  const [approved] = await approvedOf(ctx, me, idOfLead(me, ref));
  return approved ?? null;
}

/**
 * Converts an approved estimate into an unscheduled job, once. For a lead's estimate, creates everything `convertLead` does; if the
 * lead was won before, a further job of the lead's customer.
 * @throws DomainError forbidden; not_found; invalid with the field; conflict if it is not approved, or was already converted
 */
export async function convertEstimate(ctx: Ctx, id: string): Promise<Converted> {
  const me = allow(ctx, "leads.write");
  allow(ctx, "customers.write");
  allow(ctx, "work_orders.write");
  return once(ctx, "convertEstimate", { id }, async (commit) => {
    const estimate = await readEstimate(ctx, me, id);
    if (estimate.estimate.status !== "approved")
      throw new DomainError("conflict", "Only an approved estimate can be converted.");
    if (estimate.estimate.addsToJob) throw new DomainError("conflict", "This estimate is already part of its job.");
    const { leadId } = estimate.estimate;
    const lead = leadId ? await readLead(ctx, me, leadId) : null;
    return convert(ctx, me, { lead, estimate, input: { title: null }, commit });
  });
}

const NO_LEAD_ADDRESS = "Enter the lead's address first: the job needs a property.";
const NO_PROPERTY = "Add a property to the customer first: the job needs one.";

interface Converting {
  lead: LeadRow | null;
  estimate: Awaited<ReturnType<typeof readEstimate>> | null;
  input: ConvertLead;
  commit: Commit;
}

async function convert(ctx: Ctx, me: Member, { lead, estimate, input, commit }: Converting): Promise<Converted> {
  const known =
    input.customerId === undefined ? (lead?.customerId ?? estimate?.estimate.customerId ?? null) : input.customerId;
  const customerId = known ?? ctx.newId();
  const place = lead && placeOf(lead);
  const wins = lead?.stage === "won" ? null : lead;
  const site = known
    ? await siteOf(ctx, me, { customerId: known, place, siteAddressId: estimate?.estimate.siteAddressId ?? null })
    : null;
  if (!site && !place) throw invalidField("place", lead ? NO_LEAD_ADDRESS : NO_PROPERTY);
  const misnamed = known || !lead ? null : nameProblem(lead);
  if (misnamed) throw invalidField("name", misnamed);
  const siteAddressId = site ?? ctx.newId();
  const option = estimate?.options.find(({ position }) => position === estimate.approval?.optionPosition) ?? null;
  const chosen = estimate?.approval?.chosen ?? [];
  const lines = option?.lines.filter(({ optional, position }) => !optional || chosen.includes(position)) ?? [];
  const playbook = option?.serviceTypeId ? await playbookFor(ctx, me, option.serviceTypeId) : null;
  const parts = lines.flatMap(({ itemId, description, quantityMilli }) =>
    itemId === null ? [] : [{ inventoryItemId: itemId, name: description, quantity: quantityMilli / 1000 }],
  );
  const workOrder = unscheduledWorkOrder(ctx, me, {
    ...{ customerId, siteAddressId },
    title: input.title ?? estimate?.estimate.title ?? lead?.need.split("\n")[0]?.slice(0, 200) ?? "New job",
    description: descriptionOf({ lead: wins, estimate: estimate?.estimate ?? null, option, lines }),
    playbook: playbook && parts.length > 0 ? { ...playbook, parts } : playbook,
  });
  const id = ctx.newId();
  const at = ctx.now.toISOString();
  const audited = { workOrderId: workOrder.id, customerId, estimateId: estimate?.estimate.id };
  return commit(me, {
    writes: [
      ...(known || !lead ? [] : customerWrites(ctx, me, { id: customerId, facts: customerOf(lead) })),
      ...(site || !place
        ? []
        : insertAddress(ctx, me, {
            ...{ id: siteAddressId, customerId },
            input: { ...bare, ...place, type: "service", isPrimary: false },
          })),
      ...workOrder.writes,
      ctx.db.insert(leadConversions).values({
        ...{
          orgId: me.orgId,
          id,
          leadId: wins?.id ?? null,
          estimateId: estimate?.estimate.id ?? null,
          workOrderId: workOrder.id,
        },
        ...{ madeCustomerId: known ? null : customerId, madeAddressId: site ? null : siteAddressId },
        ...{ customerBefore: wins?.customerId ?? null, estimateCustomerBefore: estimate?.estimate.customerId ?? null },
        ...{ lostFromBefore: wins?.lostFrom ?? null, lostReasonBefore: wins?.lostReason ?? null },
        ...{
          lostNoteBefore: wins?.lostNote ?? null,
          stageBefore: wins?.stage ?? null,
          createdBy: me.userId ?? "system",
          createdAt: at,
        },
      }),
      ...(estimate
        ? [
            attach(ctx, me, { id: estimate.estimate.id, customerId, workOrderId: workOrder.id }),
            assertRowChanged(ctx, "conversion_moved"),
          ]
        : []),
      ...(wins ? [win(ctx, me, wins, customerId), assertRowChanged(ctx, "conversion_moved")] : []),
      ...(wins ? [activityRow(ctx, me, { leadId: wins.id, kind: "converted" })] : []),
      ...(lead && !wins ? [assertHolds(ctx, "conversion_moved", isWonBy(me, lead.id, customerId))] : []),
    ],
    audit: [
      wins
        ? { action: "lead.convert", entity: "lead", entityId: wins.id, after: audited }
        : { action: "estimate.convert", entity: "estimate", entityId: estimate?.estimate.id ?? "", after: audited },
      ...workOrder.audit,
    ],
    publish: workOrder.publish,
    result: { workOrderId: workOrder.id, customerId },
    refusals,
  });
}

/**
 * The customer's service address that the estimate is for, else the one at the lead's place, or without a place the first; null if
 * there is none.
 */
async function siteOf(
  ctx: Ctx,
  me: Member,
  { customerId, place, siteAddressId }: { customerId: string; place: PlaceOutput | null; siteAddressId: string | null },
): Promise<string | null> {
  const [[customer], rows] = await ctx.db.batch([
    ctx.db
      .select({ archived: customers.archived })
      .from(customers)
      .where(and(eq(customers.orgId, me.orgId), eq(customers.id, customerId))),
    ctx.db
      .select({
        ...{ id: addresses.id, line1: addresses.line1, line2: addresses.line2, postalCode: addresses.postalCode },
      })
      .from(addresses)
      .where(
        and(
          ...[eq(addresses.orgId, me.orgId), eq(addresses.customerId, customerId), eq(addresses.type, "service")],
          place
            ? sql`(${addresses.id} = ${siteAddressId ?? ""} OR substr(${addresses.postalCode}, 1, 5) = ${place.postalCode.slice(0, 5)})`
            : undefined,
        ),
      )
      .orderBy(sql`${addresses.id} = ${siteAddressId ?? ""} DESC`, sql`${addresses.isPrimary} DESC`, addresses.id),
  ]);
  if (!customer) throw invalidField("customerId", "Choose a customer from the list");
  if (customer.archived) throw invalidField("customerId", "This customer is archived. Restore them first.");
  const named = rows.find(({ id }) => id === siteAddressId);
  if (named) return named.id;
  if (!place) return rows[0]?.id ?? null;
  const keyOf = ({ line1, line2, postalCode }: Pick<PlaceOutput, "line1" | "line2" | "postalCode">) =>
    JSON.stringify([line1.trim().toLowerCase(), line2?.trim().toLowerCase() ?? "", postalCode.slice(0, 5)]);
  return rows.find((row) => keyOf(row) === keyOf(place))?.id ?? null;
}

function customerOf(lead: LeadRow) {
  const { phone, email, notes, companyName } = lead;
  return {
    customerType: companyName ? ("commercial" as const) : ("residential" as const),
    status: "active" as const,
    ...{ ...personOf(lead), phone, email, notes, emergencyContactName: null, emergencyContactPhone: null },
  };
}

interface Described {
  lead: LeadRow | null;
  estimate: EstimateRow | null;
  option: { name: string; description: string | null } | null;
  lines: readonly { description: string; quantityMilli: number; unit: string }[];
}

function descriptionOf({ lead, estimate, option, lines }: Described): string | null {
  const work = lines.map(({ description, quantityMilli, unit }) => `- ${description}: ${quantityMilli / 1000} ${unit}`);
  const parts = [
    lead?.need,
    estimate && option && `Approved ${formatEstimateNumber(estimate.number, estimate.revision)}, ${option.name}`,
    option?.description,
    ...work,
  ].filter((part): part is string => Boolean(part));
  return parts.length > 0 ? parts.join("\n").slice(0, 4000) : null;
}

function attach(
  ctx: Ctx,
  me: Member,
  { id, customerId, workOrderId }: { id: string; customerId: string; workOrderId: string },
): Write {
  return ctx.db
    .update(estimates)
    .set({ customerId, workOrderId, updatedAt: ctx.now.toISOString(), version: sql`${estimates.version} + 1` })
    .where(and(isEstimate(me, id), eq(estimates.status, "approved"), isNull(estimates.workOrderId)));
}

function win(ctx: Ctx, me: Member, lead: LeadRow, customerId: string): Write {
  const at = ctx.now.toISOString();
  return ctx.db
    .update(leads)
    .set({
      ...{ stage: "won", stageSince: at, customerId, lostFrom: null, lostReason: null, lostNote: null },
      ...{ updatedAt: at, version: lead.version + 1 },
    })
    .where(
      and(eq(leads.orgId, me.orgId), eq(leads.id, lead.id), eq(leads.version, lead.version), isNull(leads.deletedAt)),
    );
}

const isWonBy = ({ orgId }: Member, leadId: string, customerId: string) => sql`EXISTS (
  SELECT 1 FROM leads l WHERE l.org_id = ${orgId} AND l.id = ${leadId} AND l.stage = 'won' AND l.customer_id = ${customerId})`;

/** The conversion of a lead or an estimate that was not undone. */
function conversionOf(ctx: Ctx, { orgId }: Member, of: { leadId: string } | { estimateId: string }) {
  const isLead = "leadId" in of;
  return ctx.db
    .select(namedEach(getTableColumns(leadConversions)))
    .from(byIndex(leadConversions, isLead ? "lead_conversions_lead" : "lead_conversions_estimate"))
    .where(
      and(
        eq(leadConversions.orgId, orgId),
        isLead ? eq(leadConversions.leadId, of.leadId) : eq(leadConversions.estimateId, of.estimateId),
        isNull(leadConversions.undoneAt),
      ),
    );
}

/** The lead's stage before its conversion, with why it was lost. */
function stageBefore(made: typeof leadConversions.$inferSelect) {
  const { stageBefore: stage, lostFromBefore: lostFrom, lostReasonBefore: lostReason, lostNoteBefore: lostNote } = made;
  if (stage === "lost" && lostFrom !== null && lostReason !== null) return { stage, lostFrom, lostReason, lostNote };
  return { stage: stage === "new" || stage === "estimate_sent" ? stage : ("contacted" as const) };
}

const worked = () =>
  new DomainError("conflict", "Someone has already worked on the job or the customer. Cancel the job instead.");

/**
 * Undoes a conversion while its records are untouched: job, site and customer are deleted, the lead returns to its stage, both to
 * the customer they had, and the estimate stays approved.
 * @throws DomainError forbidden; not_found; conflict if the job was scheduled or worked on, someone has changed the site or its
 * access notes, or the customer has other records or addresses
 */
export async function undoConversion(
  ctx: Ctx,
  of: { leadId: string } | { estimateId: string },
): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  allow(ctx, "customers.write");
  allow(ctx, "work_orders.write");
  return once(ctx, "undoConversion", of, async (commit) => {
    const ref = "leadId" in of ? { leadId: (await readLead(ctx, me, of.leadId)).id } : of;
    const [made] = await conversionOf(ctx, me, ref);
    if (!made) throw "leadId" in of ? leadNotFound() : notFound("This has not been converted");
    const at = ctx.now.toISOString();
    const { workOrderId, madeCustomerId, madeAddressId, leadId, estimateId } = made;
    /** Null if they were deleted since. */
    const still = (customerId: string | null) =>
      sql`(SELECT c.id FROM customers c WHERE c.org_id = ${me.orgId} AND c.id = ${customerId})`;
    const none = (table: string, column: string, id: string) =>
      sql`NOT EXISTS (SELECT 1 FROM ${sql.raw(table)} t WHERE t.org_id = ${me.orgId} AND t.${sql.raw(column)} = ${id})`;
    return commit(me, {
      writes: [
        ctx.db
          .update(leadConversions)
          .set({ undoneAt: at })
          .where(
            and(eq(leadConversions.orgId, me.orgId), eq(leadConversions.id, made.id), isNull(leadConversions.undoneAt)),
          ),
        assertRowChanged(ctx, "conversion_moved"),
        ...(estimateId
          ? [
              ctx.db
                .update(estimates)
                .set({
                  ...{ workOrderId: null, customerId: still(made.estimateCustomerBefore) },
                  ...{ updatedAt: at, version: sql`${estimates.version} + 1` },
                })
                .where(isEstimate(me, estimateId)),
            ]
          : []),
        ...(leadId
          ? [
              ctx.db
                .update(leads)
                .set({
                  ...{ ...stageBefore(made), customerId: still(made.customerBefore) },
                  ...{ stageSince: at, updatedAt: at, version: sql`${leads.version} + 1` },
                })
                .where(and(eq(leads.orgId, me.orgId), eq(leads.id, leadId))),
              activityRow(ctx, me, { leadId, kind: "conversion_undone" }),
            ]
          : []),
        assertHolds(ctx, "conversion_worked", isUntouched(me, workOrderId)),
        ctx.db
          .delete(workOrders)
          .where(
            and(
              eq(workOrders.orgId, me.orgId),
              eq(workOrders.id, workOrderId),
              eq(workOrders.status, "unscheduled"),
              sql`${workOrders.version} = 1`,
            ),
          ),
        assertRowChanged(ctx, "conversion_worked"),
        ...(madeAddressId
          ? [
              ...["site_people", "site_photos"].map((table) =>
                assertHolds(ctx, "conversion_worked", none(table, "address_id", madeAddressId)),
              ),
              ctx.db
                .delete(addresses)
                .where(
                  and(
                    eq(addresses.orgId, me.orgId),
                    eq(addresses.id, madeAddressId),
                    sql`${addresses.version} = 1`,
                    sql`NOT EXISTS (SELECT 1 FROM sites s WHERE s.org_id = ${me.orgId} AND s.address_id = ${madeAddressId} AND s.version > 1)`,
                  ),
                ),
              assertRowChanged(ctx, "conversion_worked"),
            ]
          : []),
        ...(madeCustomerId
          ? [
              ...["work_orders", "equipment", "invoices", "estimates", "payments"].map((table) =>
                assertHolds(ctx, "conversion_worked", none(table, "customer_id", madeCustomerId)),
              ),
              // A customer with another address stays: its foreign key refuses this.
              ctx.db
                .delete(customers)
                .where(
                  and(eq(customers.orgId, me.orgId), eq(customers.id, madeCustomerId), sql`${customers.version} = 1`),
                ),
              assertRowChanged(ctx, "conversion_worked"),
            ]
          : []),
      ],
      audit: [
        leadId
          ? { action: "lead.undo_conversion", entity: "lead", entityId: leadId, before: { workOrderId } }
          : {
              action: "estimate.undo_conversion",
              entity: "estimate",
              entityId: estimateId ?? "",
              before: { workOrderId },
            },
      ],
      publish: [boardEvent(me, "deleted", workOrderId)],
      result: { id: leadId ?? estimateId ?? made.id },
      refusals: { ...refusals, conversion_worked: worked, "FOREIGN KEY": worked },
    });
  });
}
