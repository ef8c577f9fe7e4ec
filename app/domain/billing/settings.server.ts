import { and, asc, desc, eq, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { billingSettings, taxRates } from "#drizzle/schema/billing";
import { serviceTypes } from "#drizzle/schema/service-types";
import { technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound, staleVersion } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { todayOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import type { BillingSettings, NewTaxRate } from "./schema";
import { type BillingRules, MAX_RATED, type RoundingMinutes, UNSET_RULES } from "./settings";

/** The data of /settings/billing: the settings saved last with their effective date, and the tax rates. */
export async function readBillingSettings(ctx: Ctx) {
  const me = allow(ctx, "system.admin");
  const ratedPeople = inArray(technicians.id, ratedIn(me, "technician_rates", "technicianId"));
  const ratedTypes = inArray(serviceTypes.id, ratedIn(me, "service_type_rates", "serviceTypeId"));
  const [[latest], [inForce], people, types, taxes] = await ctx.db.batch([
    savedRules(ctx, me).orderBy(desc(billingSettings.version)).limit(1),
    rulesOn(ctx, me, todayOf(ctx, me)),
    ctx.db
      .select({ id: technicians.id, firstName: technicians.firstName, lastName: technicians.lastName })
      .from(technicians)
      .where(and(eq(technicians.orgId, me.orgId), or(eq(technicians.status, "active"), ratedPeople)))
      // Those with a rate first: a save replaces all rates.
      .orderBy(desc(ratedPeople), asc(technicians.lastName))
      .limit(MAX_RATED + 1),
    ctx.db
      .select({ id: serviceTypes.id, name: serviceTypes.name, priceMinor: serviceTypes.priceMinor })
      .from(serviceTypes)
      .where(and(eq(serviceTypes.orgId, me.orgId), or(eq(serviceTypes.active, true), ratedTypes)))
      .orderBy(desc(ratedTypes), asc(sql`lower(${serviceTypes.name})`))
      .limit(MAX_RATED + 1),
    placedRates(ctx, me),
  ]);
  const today = todayOf(ctx, me);
  return {
    ...(latest ?? { ...UNSET_RULES, version: 0, effectiveFrom: today }),
    today,
    /** False while the settings saved last are not effective yet. */
    isInForce: inForce?.version === latest?.version,
    technicians: people.slice(0, MAX_RATED).map(({ id, firstName, lastName }) => ({
      ...{ id, name: `${firstName} ${lastName}` },
    })),
    serviceTypes: types.slice(0, MAX_RATED),
    /** There are more than those listed, without a rate of their own. */
    isCut: { technicians: people.length > MAX_RATED, serviceTypes: types.length > MAX_RATED },
    taxRates: taxes,
  };
}

/** Ids with a rate of their own in the settings saved last, also of those no longer active: a save replaces all rates. */
function ratedIn({ orgId }: Member, column: "technician_rates" | "service_type_rates", key: string): SQL {
  return sql`(SELECT rate.value ->> ${key} FROM billing_settings b, json_each(b.${sql.raw(column)}) rate WHERE b.org_id = ${orgId}
    AND b.version = (SELECT max(l.version) FROM billing_settings l WHERE l.org_id = ${orgId}))`;
}

export type SavedSettings = Awaited<ReturnType<typeof readBillingSettings>>;

function savedRules(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      version: billingSettings.version,
      effectiveFrom: billingSettings.effectiveFrom,
      laborRateMinor: billingSettings.laborRateMinor,
      technicianRates: billingSettings.technicianRates,
      serviceTypeRates: billingSettings.serviceTypeRates,
      roundingMinutes: billingSettings.roundingMinutes,
      minimumChargeMinor: billingSettings.minimumChargeMinor,
      tripChargeMinor: billingSettings.tripChargeMinor,
      partsPricing: billingSettings.partsPricing,
      partsMarkupPpm: billingSettings.partsMarkupPpm,
      laborTaxable: billingSettings.laborTaxable,
      termsDays: billingSettings.termsDays,
      footer: billingSettings.footer,
    })
    .from(billingSettings)
    .where(eq(billingSettings.orgId, me.orgId))
    .$dynamic();
}

/** The query for the rules in effect on a date; empty if none were set by then. */
export function rulesOn(ctx: Ctx, me: Member, date: string) {
  return savedRules(ctx, me)
    .where(and(eq(billingSettings.orgId, me.orgId), lte(billingSettings.effectiveFrom, date)))
    .orderBy(desc(billingSettings.effectiveFrom), desc(billingSettings.version))
    .limit(1);
}

/** The rules from that query's result, or the defaults. */
export function rulesOr(rows: readonly (BillingRules & { version: number })[]): BillingRules & { version: number } {
  return rows[0] ?? { ...UNSET_RULES, version: 0 };
}

/** The query for all tax rates of a business, for every place and date; one that is left out would not be charged. */
export function placedRates(ctx: Ctx, me: Member) {
  return ctx.db
    .select({
      id: taxRates.id,
      name: taxRates.name,
      ratePpm: taxRates.ratePpm,
      state: taxRates.state,
      zipPrefix: taxRates.zipPrefix,
      effectiveFrom: taxRates.effectiveFrom,
      endsOn: taxRates.endsOn,
    })
    .from(taxRates)
    .where(eq(taxRates.orgId, me.orgId))
    .orderBy(asc(taxRates.state), asc(taxRates.zipPrefix), asc(taxRates.effectiveFrom));
}

/**
 * Saves settings effective from a date; earlier ones stay on record.
 * @throws DomainError conflict with `{ current }` if someone saved since `version`; not_found for another business's technician
 * or service type
 */
export async function saveBillingSettings(ctx: Ctx, input: BillingSettings): Promise<{ version: number }> {
  const me = allow(ctx, "system.admin");
  return once(ctx, "saveBillingSettings", input, async (commit) => {
    const version = input.version + 1;
    const technicianRates = input.technicianRates.flatMap(({ technicianId, rate }) =>
      rate === null ? [] : [{ technicianId, rateMinor: rate }],
    );
    const serviceTypeRates = input.serviceTypeRates.flatMap(({ serviceTypeId, rate }) =>
      rate === null ? [] : [{ serviceTypeId, rateMinor: rate }],
    );
    const values = {
      ...{ effectiveFrom: input.effectiveFrom, laborRateMinor: input.laborRate, technicianRates, serviceTypeRates },
      roundingMinutes: roundingOf(input.roundingMinutes),
      ...{ minimumChargeMinor: input.minimumCharge, tripChargeMinor: input.tripCharge },
      ...{ partsPricing: input.partsPricing, partsMarkupPpm: input.partsMarkup, laborTaxable: input.laborTaxable },
      ...{ termsDays: input.termsDays, footer: input.footer },
    };
    const row = { ...values, createdBy: me.userId ?? "system", createdAt: ctx.now.toISOString() };
    const known = await namesOf(ctx, me);
    if (technicianRates.some(({ technicianId }) => !known.technicians.has(technicianId))) throw notFound();
    if (serviceTypeRates.some(({ serviceTypeId }) => !known.serviceTypes.has(serviceTypeId))) throw notFound();
    if (known.version !== input.version) throw staleVersion("billing settings", await readBillingSettings(ctx));
    return commit(me, {
      writes: [ctx.db.insert(billingSettings).values({ orgId: me.orgId, version, ...row })],
      audit: [{ action: "billing_settings.save", entity: "billing_settings", entityId: String(version), after: input }],
      result: { version },
      refusals: {
        "billing_settings.org_id, billing_settings.version": () =>
          new DomainError("conflict", "Someone else just changed these billing settings."),
      },
    });
  });
}

function roundingOf(minutes: number): RoundingMinutes {
  return minutes === 6 ? 6 : minutes === 15 ? 15 : 0;
}

async function namesOf(ctx: Ctx, me: Member) {
  const [people, types, [latest]] = await ctx.db.batch([
    ctx.db.select({ id: technicians.id }).from(technicians).where(eq(technicians.orgId, me.orgId)),
    ctx.db.select({ id: serviceTypes.id }).from(serviceTypes).where(eq(serviceTypes.orgId, me.orgId)),
    savedRules(ctx, me).orderBy(desc(billingSettings.version)).limit(1),
  ]);
  return {
    technicians: new Set(people.map(({ id }) => id)),
    serviceTypes: new Set(types.map(({ id }) => id)),
    version: latest?.version ?? 0,
  };
}

/** @throws DomainError conflict with the field if a rate with that name, place and date exists */
export async function addTaxRate(ctx: Ctx, input: NewTaxRate): Promise<{ id: string }> {
  const me = allow(ctx, "system.admin");
  return once(ctx, "addTaxRate", input, async (commit) => {
    const id = ctx.newId();
    const { name, state, zipPrefix, effectiveFrom, rate } = input;
    const written = { createdBy: me.userId ?? "system", createdAt: ctx.now.toISOString() };
    const row = { name, state, zipPrefix, effectiveFrom, ratePpm: rate, ...written };
    const text = "This area already has a rate with that name from that day";
    return commit(me, {
      writes: [ctx.db.insert(taxRates).values({ orgId: me.orgId, id, ...row })],
      audit: [{ action: "tax_rate.add", entity: "tax_rate", entityId: id, after: input }],
      result: { id },
      refusals: { tax_rates_place: () => new DomainError("conflict", `${text}.`, { fields: { name: [text] } }) },
    });
  });
}

/** Sets the last date on which a rate is charged. @throws DomainError not_found */
export async function endTaxRate(ctx: Ctx, id: string, endsOn: string): Promise<{ id: string }> {
  const me = allow(ctx, "system.admin");
  return once(ctx, "endTaxRate", { id, endsOn }, (commit) =>
    commit(me, {
      writes: [
        ctx.db
          .update(taxRates)
          .set({ endsOn })
          .where(and(eq(taxRates.orgId, me.orgId), eq(taxRates.id, id))),
        assertRowChanged(ctx, "no_such_rate"),
      ],
      audit: [{ action: "tax_rate.end", entity: "tax_rate", entityId: id, after: { endsOn } }],
      result: { id },
      refusals: { no_such_rate: () => notFound("Tax rate not found") },
    }),
  );
}
