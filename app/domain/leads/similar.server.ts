import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import { leads } from "#drizzle/schema/leads";
import { sameAs, similarExpression } from "~/domain/customers/similar";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";
import { foldText, MATCHES_NOTHING, phrase } from "~/domain/shared/text/search";
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
  const at = (column: string) => (street && zip ? `(${column} : ${street} AND ${column} : ${zip})` : null);
  const expression = [similarExpression(entered), at("place")].filter(Boolean).join(" OR ");
  const [sameLeads, sameCustomers] = await ctx.db.batch(
    statementsFor(ctx, me, {
      ...{ phone: sql`${entered.phone}`, email: sql`${entered.email}`, exceptId: sql`''` },
      ...{ place: sql`${at("contact") ?? MATCHES_NOTHING}`, expression: sql`${expression || MATCHES_NOTHING}` },
    }),
  );
  return similarOf(me, entered, { sameLeads, sameCustomers });
}

/** The statements that find possible duplicates of a stored lead, for the caller's batch; `similarOf` reads their results. */
export function similarToStored(ctx: Ctx, me: Member, id: SQL) {
  const own = (what: SQL) => sql`(select ${what} from leads mine where mine.org_id = ${me.orgId} and mine.id = ${id})`;
  const quoted = (what: string) => sql.raw(`'"' || replace(${what}, '"', ' ') || '"'`);
  const at = (column: string) =>
    sql`(${sql.raw(`'(${column} : '`)} || ${quoted("mine.line1")} || ${sql.raw(`' AND ${column} : '`)} || ${quoted("substr(mine.postal_code, 1, 5)")} || ')')`;
  return statementsFor(ctx, me, {
    ...{ phone: own(sql`mine.phone`), email: own(sql`mine.email`), exceptId: id },
    place: sql`coalesce(${own(at("contact"))}, ${MATCHES_NOTHING})`,
    expression: sql`coalesce(${own(sql`nullif(concat_ws(' OR ',
      'contact : ' || ${quoted("iif(mine.phone like '+1%', substr(mine.phone, 3, 10), substr(mine.phone, 2, 15))")},
      'contact : ' || ${quoted("mine.email")}, ${at("place")}), '')`)}, ${MATCHES_NOTHING})`,
  });
}

const placeKey = ({ line1, postalCode }: Pick<EnteredLead, "line1" | "postalCode">) =>
  line1 && postalCode ? `${foldText(line1.trim())} ${postalCode.slice(0, 5)}` : null;

interface Sought {
  phone: SQL;
  email: SQL;
  /** Full-text expression over leads. */
  place: SQL;
  /** Full-text expression over customers. */
  expression: SQL;
  exceptId: SQL;
}

function statementsFor(ctx: Ctx, me: Member, sought: Sought) {
  return [leadsLike(ctx, me, sought), customersLike(ctx, me, sought)] as const;
}

function leadsLike(ctx: Ctx, me: Member, { phone, email, place, exceptId }: Sought) {
  const { orgId } = me;
  const few = (where: SQL) => sql`select id from (select l.id from leads l indexed by ${where} limit ${MAX_SHOWN + 1})`;
  const ids = sql.join(
    [
      few(sql`leads_phone where l.org_id = ${orgId} and l.phone = ${phone}`),
      few(sql`leads_email where l.org_id = ${orgId} and l.email = ${email}`),
      few(
        sql`leads_number where l.org_id = ${orgId} and l.number in ${foundIn(me, { table: "lead_search", expression: place }, { limit: MAX_SHOWN + 1 })}`,
      ),
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
      line1: leads.line1,
      postalCode: leads.postalCode,
    })
    .from(leads)
    .where(
      and(
        eq(leads.orgId, orgId),
        sql`${leads.id} in (${ids})`,
        isNull(leads.deletedAt),
        sql`${leads.id} <> ${exceptId}`,
      ),
    );
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
    leads: sameLeads
      .flatMap(({ id, number, name, stage, ...lead }): SimilarLead[] => {
        const reasons = [
          entered.phone !== null && lead.phone === entered.phone ? "phone" : null,
          entered.email !== null && lead.email === entered.email ? "email" : null,
          place !== null && placeKey(lead) === place ? "address" : null,
        ].filter(Boolean);
        return reasons.length > 0 ? [{ id, number, name, stage, reason: `Same ${reasons.join(", same ")}` }] : [];
      })
      .slice(0, MAX_SHOWN),
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
