import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import { leads } from "#drizzle/schema/leads";
import { sameAs, similarExpression } from "~/domain/customers/similar";
import type { Ctx, Member } from "~/domain/shared/context";
import { foundIn } from "~/domain/shared/full-text.server";
import { allow, can } from "~/domain/shared/permissions";
import { phrase } from "~/domain/shared/search";
import type { LeadStage } from "./lead";
import type { EnteredLead } from "./schema";

const MAX_SHOWN = 5;

export interface SimilarLead {
  id: string;
  number: number;
  name: string;
  stage: LeadStage;
  reason: string;
}

export interface SimilarCustomer {
  id: string;
  number: number;
  name: string;
  archived: boolean;
  reason: string;
}

/**
 * Leads and customers that may be the entered one, by phone, email and address, each with the reason. Reads a few rows by
 * indexes. Customers only for members who may see them.
 */
export async function similarToLead(
  ctx: Ctx,
  entered: EnteredLead,
): Promise<{ leads: SimilarLead[]; customers: SimilarCustomer[] }> {
  const me = allow(ctx, "leads.read");
  const street = entered.line1 && entered.postalCode ? phrase(entered.line1) : null;
  const zip = entered.postalCode ? phrase(entered.postalCode.slice(0, 5)) : null;
  const expression = [similarExpression(entered), street && zip ? `(place : ${street} AND place : ${zip})` : null]
    .filter(Boolean)
    .join(" OR ");
  const [sameLeads, sameCustomers] = await ctx.db.batch(
    statementsFor(ctx, me, {
      ...{ phone: sql`${entered.phone}`, email: sql`${entered.email}`, place: sql`${placeKey(entered)}` },
      ...{ expression: sql`${expression || '""'}`, exceptId: sql`''` },
    }),
  );
  return similarOf(me, entered, { sameLeads, sameCustomers });
}

/** The statements that find possible duplicates of a stored lead, for the caller's batch; `similarOf` reads their results. */
export function similarToStored(ctx: Ctx, me: Member, id: SQL) {
  const own = (what: SQL) => sql`(select ${what} from leads mine where mine.org_id = ${me.orgId} and mine.id = ${id})`;
  const quoted = (what: string) => sql.raw(`'"' || replace(${what}, '"', ' ') || '"'`);
  return statementsFor(ctx, me, {
    ...{ phone: own(sql`mine.phone`), email: own(sql`mine.email`), place: own(sql`mine.place_key`), exceptId: id },
    expression: sql`coalesce(${own(sql`nullif(concat_ws(' OR ',
      'contact : ' || ${quoted("iif(mine.phone like '+1%', substr(mine.phone, 3, 10), substr(mine.phone, 2, 15))")},
      'contact : ' || ${quoted("mine.email")},
      '(place : ' || ${quoted("mine.line1")} || ' AND place : ' || ${quoted("substr(mine.postal_code, 1, 5)")} || ')'), '')`)}, '""')`,
  });
}

const placeKey = ({ line1, postalCode }: Pick<EnteredLead, "line1" | "postalCode">) =>
  line1 && postalCode ? `${line1.trim().toLowerCase()} ${postalCode.slice(0, 5)}` : null;

interface Sought {
  phone: SQL;
  email: SQL;
  place: SQL;
  /** Full-text expression over customers. */
  expression: SQL;
  exceptId: SQL;
}

function statementsFor(ctx: Ctx, me: Member, sought: Sought) {
  return [leadsLike(ctx, me, sought), customersLike(ctx, me, sought)] as const;
}

function leadsLike(ctx: Ctx, { orgId }: Member, { phone, email, place, exceptId }: Sought) {
  const few = (where: SQL) => sql`select id from (select l.id from leads l indexed by ${where} limit ${MAX_SHOWN + 1})`;
  const ids = sql.join(
    [
      few(sql`leads_phone where l.org_id = ${orgId} and l.phone = ${phone}`),
      few(sql`leads_email where l.org_id = ${orgId} and l.email = ${email}`),
      few(sql`leads_place where l.org_id = ${orgId} and l.line1 is not null and l.place_key = ${place}`),
    ],
    sql` union `,
  );
  return ctx.db
    .select({
      id: leads.id,
      number: leads.number,
      name: leads.name,
      stage: leads.stage,
      phone: leads.phone,
      email: leads.email,
      placeKey: sql<string | null>`place_key`.as("place_key"),
    })
    .from(leads)
    .where(
      and(
        eq(leads.orgId, orgId),
        sql`${leads.id} in (${ids})`,
        isNull(leads.deletedAt),
        sql`${leads.id} <> ${exceptId}`,
      ),
    )
    .limit(MAX_SHOWN);
}

/** Compared like an entered customer, plus by street and ZIP code. */
function customersLike(ctx: Ctx, me: Member, { expression }: Sought) {
  const addresses = sql<string>`(select json_group_array(json_object('line1', z.line1, 'postalCode', z.postal_code)) from (select a.line1, a.postal_code from addresses a indexed by addresses_customer where a.org_id = ${me.orgId} and a.customer_id = customers.id order by a.id limit 20) z)`;
  return ctx.db
    .select({
      id: customers.id,
      number: customers.number,
      name: customers.name,
      phone: customers.phone,
      email: customers.email,
      archived: customers.archived,
      addresses: addresses.as("addresses"),
    })
    .from(customers)
    .where(
      and(
        eq(customers.orgId, me.orgId),
        sql`${customers.number} in ${foundIn(me, { table: "customer_search", expression }, { limit: MAX_SHOWN + 1 })}`,
      ),
    )
    .orderBy(desc(customers.number))
    .limit(MAX_SHOWN);
}

interface Found {
  sameLeads: Awaited<ReturnType<typeof leadsLike>>;
  sameCustomers: Awaited<ReturnType<typeof customersLike>>;
}

/** The results of the statements, each with its reason. */
export function similarOf(me: Member, entered: EnteredLead, { sameLeads, sameCustomers }: Found) {
  const place = placeKey(entered);
  return {
    leads: sameLeads.map(({ id, number, name, stage, ...lead }): SimilarLead => {
      const reasons = [
        entered.phone !== null && lead.phone === entered.phone ? "phone" : null,
        entered.email !== null && lead.email === entered.email ? "email" : null,
        place !== null && lead.placeKey === place ? "address" : null,
      ].filter(Boolean);
      return { id, number, name, stage, reason: `Same ${reasons.join(", same ")}` };
    }),
    customers: can(me, "customers.read")
      ? sameCustomers.flatMap(({ id, number, name, archived, ...customer }): SimilarCustomer[] => {
          const places: { line1: string; postalCode: string }[] = JSON.parse(customer.addresses);
          const postalCodes = places.map(({ postalCode }) => postalCode);
          const known = sameAs({ ...customer, name, postalCodes }, entered);
          const isThere = place !== null && places.some((one) => placeKey(one) === place);
          const reason = isThere ? (known ? `${known}, same address` : "Same address") : known;
          return reason ? [{ id, number, name, archived, reason }] : [];
        })
      : [],
  };
}
