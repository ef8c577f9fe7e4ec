import { and, desc, eq, sql } from "drizzle-orm";
import { addresses, customers } from "#drizzle/schema/customers";
import { designs } from "#drizzle/schema/designs";
import { estimateOptions, estimates } from "#drizzle/schema/estimates";
import { workOrders } from "#drizzle/schema/work-orders";
import { addressLines } from "~/domain/addresses/address";
import { ratesAt } from "~/domain/billing/settings";
import { placedRates } from "~/domain/billing/settings.server";
import { type Discount, mulDiv, type TaxRate } from "~/domain/billing/totals";
import { placeOf, readLead } from "~/domain/leads/load.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { addDays } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { type AuditEntry, assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import { isRevisable, OPTION_NAMES, optionTotals, VALID_DAYS } from "./estimate";
import { discountOf, isEstimate, notEditable, readEstimate, refusals } from "./load.server";
import type { EstimateChange, NewEstimate } from "./schema";

/**
 * Creates a draft with three empty options for a lead, a customer at one of their properties, or a job it adds to. Tax rates are
 * those of the place.
 * @throws DomainError not_found; invalid if the property is not the customer's
 */
export async function createEstimate(ctx: Ctx, input: NewEstimate): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "createEstimate", input, async (commit) => {
    const row = await newDraft(ctx, me, input);
    const { id } = row;
    return commit(me, {
      writes: [
        ctx.db.insert(estimates).values(row),
        ctx.db.insert(estimateOptions).values(
          (input.workOrderId ? ["Option"] : OPTION_NAMES).map((name, index) => ({
            ...{ orgId: me.orgId, estimateId: id, position: index + 1, name, recommended: name === "Better" },
            ...{ subtotalMinor: 0, discountMinor: 0, taxMinor: 0, totalMinor: 0 },
          })),
        ),
      ],
      audit: [{ action: "estimate.create", entity: "estimate", entityId: id, after: input }],
      result: { id },
    });
  });
}

interface FilledDraft {
  whom: NewEstimate;
  title: string;
  memo: string;
  option: EstimateChange["options"][number];
}

/**
 * What creates a draft with one option, for a use case that writes it in the batch of its own change.
 * @throws DomainError like `createEstimate`; invalid if its total is too high
 */
export async function filledDraft(
  ctx: Ctx,
  me: Member,
  { whom, title, memo, option }: FilledDraft,
): Promise<{ id: string; writes: Write[]; audit: AuditEntry }> {
  const row = await newDraft(ctx, me, whom);
  const { id, rates } = row;
  const options = pricedOptions([option], { discount: null, rates });
  const totalMinor = shownTotal(options);
  return {
    id,
    writes: [
      ctx.db.insert(estimates).values({ ...row, title, memo, totalMinor }),
      ...optionWrites(ctx, me, id, options),
    ],
    audit: { action: "estimate.create", entity: "estimate", entityId: id, after: { ...whom, totalMinor } },
  };
}

async function newDraft(ctx: Ctx, me: Member, input: NewEstimate) {
  const [{ place, ...parties }, placed] = await Promise.all([whomFor(ctx, me, input), placedRates(ctx, me)]);
  const today = todayOf(ctx, me);
  const rates = ratesAt(placed, place, today);
  const [id, at] = [ctx.newId(), ctx.now.toISOString()];
  return {
    ...parties,
    ...{ orgId: me.orgId, id, rootId: id, status: "draft" as const, validUntil: addDays(today, VALID_DAYS) },
    ...{ taxState: rates === null ? ("unknown" as const) : ("known" as const), rates: rates ?? [] },
    ...{ createdBy: me.userId ?? "system", createdAt: at, updatedAt: at },
  };
}

/** The recipient of an estimate and the place of the work, with their current data. @throws DomainError not_found */
async function whomFor(ctx: Ctx, me: Member, { leadId, customerId, workOrderId, siteAddressId }: NewEstimate) {
  if (leadId) {
    const lead = await readLead(ctx, me, leadId);
    if (lead.stage === "won")
      throw new DomainError("conflict", "This lead was won. Write the estimate for its customer.");
    const place = placeOf(lead);
    const lines = place ? addressLines(place) : [];
    const billTo = { name: lead.companyName ?? lead.name, email: lead.email, lines };
    const title = lead.need.split("\n")[0]?.slice(0, 200) || "Estimate";
    return { leadId: lead.id, customerId: lead.customerId, billTo, site: null, siteAddressId: null, title, place };
  }
  const [workOrder] = workOrderId
    ? await ctx.db
        .select({
          id: workOrders.id,
          title: workOrders.title,
          customerId: workOrders.customerId,
          siteAddressId: workOrders.siteAddressId,
          status: workOrders.status,
        })
        .from(workOrders)
        .where(and(eq(workOrders.orgId, me.orgId), eq(workOrders.id, workOrderId)))
    : [];
  if (workOrderId && !workOrder) throw notFound("Work order not found");
  if (workOrder && (workOrder.status === "closed" || workOrder.status === "cancelled"))
    throw new DomainError("conflict", "This job is closed. Write the estimate for its customer.");
  const owner = workOrder?.customerId ?? customerId ?? "";
  const chosenSite = workOrder?.siteAddressId ?? siteAddressId;
  const [[customer], [site]] = await ctx.db.batch([
    ctx.db
      .select({ name: customers.name, email: customers.email })
      .from(customers)
      .where(and(eq(customers.orgId, me.orgId), eq(customers.id, owner))),
    ctx.db
      .select()
      .from(addresses)
      .where(
        and(
          eq(addresses.orgId, me.orgId),
          eq(addresses.customerId, owner),
          chosenSite ? eq(addresses.id, chosenSite) : undefined,
        ),
      )
      .orderBy(desc(sql`${addresses.type} = 'service'`), desc(addresses.isPrimary), addresses.id)
      .limit(1),
  ]);
  if (!customer) throw notFound("Customer not found");
  if (siteAddressId && !site) throw invalidField("siteAddressId", "Choose a property from the list");
  return {
    ...{ leadId: null, customerId: owner, siteAddressId: site?.id ?? null, place: site ?? null },
    billTo: { ...customer, lines: site ? addressLines(site) : [] },
    site: site ? { name: site.label ?? customer.name, email: null, lines: addressLines(site) } : null,
    title: workOrder ? `Additional work: ${workOrder.title}`.slice(0, 200) : "Estimate",
    ...(workOrder ? { workOrderId: workOrder.id, addsToJob: true } : {}),
  };
}

/**
 * Replaces everything in a draft.
 * @throws DomainError not_found; conflict with `{ current }` if stale, or if it was sent in the meantime; invalid with the field
 */
export async function updateEstimate(ctx: Ctx, id: string, input: EstimateChange): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "updateEstimate", { id, input }, async (commit) => {
    const { estimate } = await readEstimate(ctx, me, id);
    if (estimate.status !== "draft") throw notEditable();
    if (estimate.version !== input.version) throw staleVersion("estimate", estimate);
    await checkReferences(ctx, me, input);
    const discount = {
      discountRatePpm: input.discountPercent || null,
      discountAmountMinor: input.discountPercent ? null : input.discountAmount,
    };
    const rates = input.taxState === "known" ? input.taxes.map(({ name, rate }) => ({ name, ratePpm: rate })) : [];
    const options = pricedOptions(input.options, { discount: discountOf(discount), rates });
    const totalMinor = shownTotal(options);
    const { title, memo, terms, validUntil, taxState, taxNote } = input;
    return commit(me, {
      writes: [
        ctx.db
          .update(estimates)
          .set({
            ...{ title, memo, terms, validUntil, taxState, taxNote: taxState === "exempt" ? taxNote : null, rates },
            ...{ ...discount, totalMinor },
            ...{ version: input.version + 1, updatedAt: ctx.now.toISOString() },
          })
          .where(and(isEstimate(me, id), eq(estimates.version, input.version), eq(estimates.status, "draft"))),
        assertRowChanged(ctx, "estimate_moved"),
        ctx.db
          .delete(estimateOptions)
          .where(and(eq(estimateOptions.orgId, me.orgId), eq(estimateOptions.estimateId, id))),
        ...optionWrites(ctx, me, id, options),
      ],
      audit: [{ action: "estimate.update", entity: "estimate", entityId: id, after: { totalMinor } }],
      result: { id },
      refusals,
    });
  });
}

const MAX_TOTAL_MINOR = 100_000_000_000;

interface WrittenLine {
  position: number;
  kind: string;
  description: string;
  quantityMilli: number;
  unit: string;
  unitPriceMinor: number | null;
  discountPpm: number;
  taxable: boolean;
  optional: boolean;
  itemId: string | null;
  amountMinor: number;
}

interface WrittenOption {
  position: number;
  name: string;
  description: string | null;
  recommended: boolean;
  serviceTypeId: string | null;
  lines: readonly WrittenLine[];
  sums: { subtotalMinor: number; discountMinor: number; taxMinor: number; totalMinor: number };
}

/** @throws DomainError invalid if an option's total is too high */
function pricedOptions(
  options: EstimateChange["options"],
  terms: { discount: Discount; rates: readonly TaxRate[] },
): WrittenOption[] {
  return options.map((option, at) => {
    const priced = option.lines.map(({ quantity, unitPrice, discount: off, ...line }, index) => ({
      ...{ ...line, position: index + 1, quantityMilli: quantity, unitPriceMinor: unitPrice, discountPpm: off },
      amountMinor: mulDiv(quantity, unitPrice ?? 0, 1000),
    }));
    const sums = optionTotals(priced, [], terms);
    if (sums.totalMinor > MAX_TOTAL_MINOR) throw invalidField("options", "An option can't be above $1,000,000,000.");
    return { ...option, position: at + 1, lines: priced, sums };
  });
}

/** The total that lists show: the recommended option's, else the first one's. */
function shownTotal(options: readonly WrittenOption[]): number {
  return (options.find(({ recommended }) => recommended) ?? options[0])?.sums.totalMinor ?? 0;
}

/** Writes options with their lines, in a fixed number of statements. */
function optionWrites(ctx: Ctx, { orgId }: Member, id: string, options: readonly WrittenOption[]): Write[] {
  const rows = JSON.stringify(options.map(({ lines: _, sums, ...option }) => ({ ...option, ...sums })));
  const lines = JSON.stringify(
    options.flatMap((option) => option.lines.map((line) => ({ ...line, option: option.position }))),
  );
  return [
    ctx.db.run(sql`INSERT INTO estimate_options (
        org_id, estimate_id, position, name, description, recommended, service_type_id, subtotal_minor, discount_minor, tax_minor, total_minor)
      SELECT ${orgId}, ${id}, value ->> 'position', value ->> 'name', value ->> 'description', value ->> 'recommended', value ->> 'serviceTypeId',
        value ->> 'subtotalMinor', value ->> 'discountMinor', value ->> 'taxMinor', value ->> 'totalMinor'
      FROM json_each(${rows})`),
    ctx.db.run(sql`INSERT INTO estimate_lines (
        org_id, estimate_id, option_position, position, kind, description, quantity_milli, unit, unit_price_minor, discount_ppm, taxable,
        optional, item_id, amount_minor)
      SELECT ${orgId}, ${id}, value ->> 'option', value ->> 'position', value ->> 'kind', value ->> 'description', value ->> 'quantityMilli',
        value ->> 'unit', value ->> 'unitPriceMinor', value ->> 'discountPpm', value ->> 'taxable', value ->> 'optional', value ->> 'itemId',
        value ->> 'amountMinor'
      FROM json_each(${lines})`),
  ];
}

/** Checks that items and service types belong to the business. @throws DomainError invalid with the field */
async function checkReferences(ctx: Ctx, { orgId }: Member, { options }: EstimateChange): Promise<void> {
  const unique = (ids: (string | null)[]) => [...new Set(ids.filter((one) => one !== null))];
  const items = unique(options.flatMap(({ lines }) => lines.map(({ itemId }) => itemId)));
  const types = unique(options.map(({ serviceTypeId }) => serviceTypeId));
  if (items.length + types.length === 0) return;
  const [found] = await ctx.db.all<{ items: number; types: number }>(sql`select
    (select count(*) from inventory_items i where i.org_id = ${orgId} and i.id in (select value from json_each(${JSON.stringify(items)}))) as items,
    (select count(*) from service_types s where s.org_id = ${orgId} and s.id in (select value from json_each(${JSON.stringify(types)}))) as types`);
  if (found?.items !== items.length) throw invalidField("options", "Choose items from the list");
  if (found.types !== types.length) throw invalidField("options", "Choose service types from the list");
}

/**
 * Deletes a draft; the system layout it was made from stays. Without a version, whatever its contents.
 * @throws DomainError not_found; conflict if it was sent, or with `{ current }` when stale
 */
export async function deleteEstimate(ctx: Ctx, id: string, { version }: { version?: number }): Promise<void> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "deleteEstimate", { id, version }, async (commit) => {
    const { estimate } = await readEstimate(ctx, me, id);
    if (estimate.status !== "draft") throw notEditable();
    if (version !== undefined && estimate.version !== version) throw staleVersion("estimate", estimate);
    await commit(me, {
      writes: [
        ctx.db
          .update(designs)
          .set({ estimateId: null })
          .where(and(eq(designs.orgId, me.orgId), eq(designs.estimateId, id))),
        ctx.db.delete(estimates).where(and(isEstimate(me, id), eq(estimates.version, estimate.version))),
        assertRowChanged(ctx, "estimate_moved"),
      ],
      audit: [{ action: "estimate.delete", entity: "estimate", entityId: id, before: { title: estimate.title } }],
      result: null,
      refusals,
    });
  });
}

/**
 * A draft of the next version with the estimate's contents; sending it replaces the estimate. There is one such draft at a time,
 * which repeated calls return.
 * @throws DomainError not_found; conflict for a draft and for an approved or replaced estimate
 */
export async function reviseEstimate(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "leads.write");
  return once(ctx, "reviseEstimate", { id }, async (commit) => {
    const { estimate, options } = await readEstimate(ctx, me, id);
    if (!isRevisable(estimate.status))
      throw new DomainError("conflict", "Only an estimate that was sent and not approved can be revised.");
    const [draft] = await ctx.db
      .select({ id: estimates.id })
      .from(estimates)
      .where(
        and(
          eq(estimates.orgId, me.orgId),
          eq(estimates.rootId, estimate.rootId),
          eq(estimates.revision, estimate.revision + 1),
        ),
      );
    if (draft) return { id: draft.id };
    const next = ctx.newId();
    const at = ctx.now.toISOString();
    const { rootId, revision, leadId, customerId, siteAddressId, workOrderId, addsToJob, billTo, site, title } =
      estimate;
    const { memo, terms, discountRatePpm, discountAmountMinor, taxState, taxNote, rates, totalMinor } = estimate;
    return commit(me, {
      writes: [
        ctx.db.insert(estimates).values({
          ...{ rootId, leadId, customerId, siteAddressId, workOrderId, addsToJob, billTo, site, title, memo, terms },
          ...{ discountRatePpm, discountAmountMinor, taxState, taxNote, rates, totalMinor },
          ...{ orgId: me.orgId, id: next, number: estimate.number, revision: revision + 1, status: "draft" },
          validUntil: addDays(todayOf(ctx, me), VALID_DAYS),
          ...{ createdBy: me.userId ?? "system", createdAt: at, updatedAt: at },
        }),
        ...optionWrites(
          ctx,
          me,
          next,
          options.map((option) => ({ ...option, sums: option })),
        ),
      ],
      audit: [{ action: "estimate.revise", entity: "estimate", entityId: id, after: { revision: revision + 1 } }],
      result: { id: next },
      refusals: {
        "estimates.org_id, estimates.root_id, estimates.revision": () =>
          new DomainError("conflict", "Someone else just revised this estimate. Reload it."),
      },
    });
  });
}
