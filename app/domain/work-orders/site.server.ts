import { and, desc, eq } from "drizzle-orm";
import { addresses, customers } from "#drizzle/schema/customers";
import type { Ctx, Member } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";

/**
 * The address a job goes to: the one that was chosen, if it is the customer's, else the primary service address; one
 * that is added with the job as it is.
 * @throws DomainError invalid with the field
 */
export async function siteOf(
  ctx: Ctx,
  member: Member,
  wanted: { customerId: string; siteAddressId?: string; newSiteId?: string },
): Promise<string> {
  const [[customer], sites] = await ctx.db.batch([
    ctx.db
      .select({ name: customers.name, archived: customers.archived })
      .from(customers)
      .where(and(eq(customers.orgId, member.orgId), eq(customers.id, wanted.customerId))),
    ctx.db
      .select({ id: addresses.id, isPrimary: addresses.isPrimary })
      .from(addresses)
      .where(
        and(
          eq(addresses.orgId, member.orgId),
          eq(addresses.customerId, wanted.customerId),
          wanted.siteAddressId ? eq(addresses.id, wanted.siteAddressId) : eq(addresses.type, "service"),
        ),
      )
      .orderBy(desc(addresses.isPrimary), addresses.id)
      .limit(1),
  ]);
  if (!customer) throw invalidField("customerId", "Choose a customer from the list");
  if (customer.archived) throw invalidField("customerId", `${customer.name} is archived`);
  if (wanted.newSiteId) return wanted.newSiteId;
  const [site] = sites;
  if (site) return site.id;
  const text = wanted.siteAddressId
    ? "Choose an address of this customer"
    : `${customer.name} has no service address yet: add one first`;
  throw invalidField("siteAddressId", text);
}
