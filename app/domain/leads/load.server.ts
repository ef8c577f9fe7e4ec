import { and, eq, type SQL, sql } from "drizzle-orm";
import { namedOrNull } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import { leads } from "#drizzle/schema/leads";
import { tenantMembers } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { parseLeadRef } from "./lead";

export const leadNotFound = () => notFound("Lead not found");

/** The id of the lead a URL names, for use in any statement. @throws DomainError not_found */
export function idOfLead(me: Pick<Member, "orgId">, ref: string): SQL {
  const parsed = parseLeadRef(ref);
  if (!parsed) throw leadNotFound();
  if (parsed.by === "id") return sql`${parsed.id}`;
  return sql`(select n.id from leads n indexed by leads_number where n.org_id = ${me.orgId} and n.number = ${parsed.number})`;
}

/** A lead with its owner's and customer's names, including one in the trash. */
export function leadRow(ctx: Ctx, me: Pick<Member, "orgId">, ref: string) {
  return ctx.db
    .select({
      id: leads.id,
      number: leads.number,
      name: leads.name,
      companyName: leads.companyName,
      phone: leads.phone,
      email: leads.email,
      line1: leads.line1,
      line2: leads.line2,
      city: leads.city,
      state: leads.state,
      postalCode: leads.postalCode,
      need: leads.need,
      notes: leads.notes,
      source: leads.source,
      sourceDetail: leads.sourceDetail,
      stage: leads.stage,
      stageSince: leads.stageSince,
      lostFrom: leads.lostFrom,
      lostReason: leads.lostReason,
      lostNote: leads.lostNote,
      valueMinor: leads.valueMinor,
      ownerId: leads.ownerId,
      ownerFirstName: namedOrNull(tenantMembers.firstName, "owner_first_name"),
      ownerLastName: namedOrNull(tenantMembers.lastName, "owner_last_name"),
      customerId: leads.customerId,
      customerName: namedOrNull(customers.name, "customer_name"),
      customerNumber: namedOrNull(customers.number, "customer_number"),
      createdBy: leads.createdBy,
      version: sql<number>`${leads.version}`.as("lead_version"),
      createdAt: sql<string>`${leads.createdAt}`.as("lead_created_at"),
      updatedAt: sql<string>`${leads.updatedAt}`.as("lead_updated_at"),
      deletedAt: leads.deletedAt,
    })
    .from(leads)
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, leads.ownerId)))
    .leftJoin(customers, and(eq(customers.orgId, me.orgId), eq(customers.id, leads.customerId)))
    .where(and(eq(leads.orgId, me.orgId), sql`${leads.id} = ${idOfLead(me, ref)}`));
}

export type LeadRow = Awaited<ReturnType<typeof leadRow>>[number];

/** A lead that is not in the trash. @throws DomainError not_found */
export async function readLead(ctx: Ctx, me: Pick<Member, "orgId">, ref: string): Promise<LeadRow> {
  const [row] = await leadRow(ctx, me, ref);
  if (!row || row.deletedAt !== null) throw leadNotFound();
  return row;
}

/** The place of a lead's work; null if not known yet. */
export function placeOf({ line1, line2, city, state, postalCode }: LeadRow) {
  if (line1 === null || city === null || state === null || postalCode === null) return null;
  return { line1, line2, city, state, postalCode };
}

export const refusals: ConstraintErrors = {
  lead_gone: leadNotFound,
  lead_moved: () => new DomainError("conflict", "Someone else just changed this lead. Reload it and try again."),
};
