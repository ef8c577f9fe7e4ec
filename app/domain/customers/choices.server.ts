import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import { named } from "#drizzle/d1/columns";
import { customers } from "#drizzle/schema/customers";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { MATCHES_NOTHING } from "~/domain/shared/text/search";
import { foundNumbers } from "./find.server";
import { searchExpression } from "./search";
import { type Entered, sameAs, similarExpression } from "./similar";

const choicesShown = 12;

const choiceColumns = {
  id: customers.id,
  number: customers.number,
  name: customers.name,
  phone: customers.phone,
  status: customers.status,
};

/** Customers to choose from, except archived ones: those matching the text, newest first, or the first by name without a text. */
export async function customerChoices(ctx: Ctx, text: string) {
  const me = allow(ctx, "customers.read");
  const expression = searchExpression(text, { archived: false });
  const rows = ctx.db.select(choiceColumns).from(customers);
  const own = eq(customers.orgId, me.orgId);
  if (expression === null) {
    return rows
      .where(and(own, eq(customers.archived, false)))
      .orderBy(asc(customers.sortName))
      .limit(choicesShown);
  }
  return rows
    .where(and(own, inArray(customers.number, foundNumbers(me, expression, { limit: choicesShown }))))
    .orderBy(desc(customers.number));
}

const hitsShown = 5;

/** Part of the global search: a name, a detail that distinguishes customers of the same name, and the number in the URL. */
export function findCustomers(ctx: Ctx, me: Member, text: string) {
  const expression = searchExpression(text, { archived: false }) ?? MATCHES_NOTHING;
  return ctx.db
    .select({
      foundId: sql<string>`cast(${customers.number} as text)`.as("foundId"),
      foundLabel: named(customers.name, "foundLabel"),
      foundDetail: named(customers.phone, "foundDetail"),
    })
    .from(customers)
    .where(
      and(eq(customers.orgId, me.orgId), inArray(customers.number, foundNumbers(me, expression, { limit: hitsShown }))),
    )
    .orderBy(desc(customers.number));
}

const similarShown = 4;
/** The search matches names that begin alike as well, so more is compared than is shown. */
const similarCompared = 40;

/** Possible duplicates of the customer being entered, each with the reason. Includes archived ones, who may be returning. */
export async function similarCustomers(ctx: Ctx, entered: Entered) {
  const me = allow(ctx, "customers.write");
  const expression = similarExpression(entered);
  if (!expression) return [];
  const postalCodes = sql<string>`(select json_group_array(z.postal_code) from (select a.postal_code from addresses a indexed by addresses_customer where a.org_id = ${me.orgId} and a.customer_id = customers.id order by a.id limit 20) z)`;
  const rows = await ctx.db
    .select({
      ...choiceColumns,
      email: customers.email,
      archived: customers.archived,
      postalCodes: postalCodes.as("postal_codes"),
    })
    .from(customers)
    .where(
      and(
        eq(customers.orgId, me.orgId),
        inArray(customers.number, foundNumbers(me, expression, { limit: similarCompared })),
      ),
    )
    .orderBy(desc(customers.number));
  const same = rows.flatMap(({ postalCodes: codes, ...row }) => {
    const reason = sameAs({ ...row, postalCodes: JSON.parse(codes) }, entered);
    return reason ? [{ ...row, reason }] : [];
  });
  return same.slice(0, similarShown);
}
