import { and, eq, type SQL, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { type CustomerRef, parseCustomerRef } from "./customer";

/** Below each business's full-text rows; a row is its key and the customer's number (see migrations). */
const rowsOfABusiness = 2_147_483_648;

/** @throws DomainError not_found for text that can name no customer */
export function customerRef(text: string): CustomerRef {
  const ref = parseCustomerRef(text);
  if (!ref) throw notFound();
  return ref;
}

export function isCustomer(me: Member, ref: CustomerRef): SQL | undefined {
  const named = ref.by === "id" ? eq(customers.id, ref.id) : eq(customers.number, ref.number);
  return and(eq(customers.orgId, me.orgId), named);
}

/** The customer's id inside another statement, so that a batch needs no answer of an earlier one. */
export function idOf(me: Member, ref: CustomerRef): SQL {
  if (ref.by === "id") return sql`${ref.id}`;
  return sql`(select ${customers.id} from ${customers} where ${customers.orgId} = ${me.orgId} and ${customers.number} = ${ref.number})`;
}

/** @throws DomainError not_found */
export async function findCustomerId(ctx: Ctx, me: Member, ref: CustomerRef): Promise<string> {
  const [row] = await ctx.db.select({ id: customers.id }).from(customers).where(isCustomer(me, ref));
  if (!row) throw notFound();
  return row.id;
}

interface Sought {
  table: "customer_search" | "equipment_search";
  expression: string;
}

interface SearchRange {
  /** Numbers below this one; everything when it is left out. */
  before?: number;
  /** Numbers above this one, the lowest first. */
  after?: number;
  limit: number;
}

/** Numbers of the customers that a full-text expression finds, the newest first. Reads as many rows as it answers. */
export function foundNumbers(me: Member, expression: string, range: SearchRange): SQL {
  return foundIn(me, { table: "customer_search", expression }, range);
}

/** Numbers of the business's rows that an expression finds in a full-text table. */
export function foundIn(me: Member, { table, expression }: Sought, { before, after, limit }: SearchRange): SQL {
  const base = me.orgKey * rowsOfABusiness;
  const order = after === undefined ? sql`desc` : sql`asc`;
  return sql`(select rowid - ${whole(base)} from ${sql.raw(table)} where ${sql.raw(table)} match ${expression} and rowid > ${whole(base + (after ?? 0))} and rowid < ${whole(base + (before ?? rowsOfABusiness))} order by rowid ${order} limit ${limit})`;
}

/** D1 binds numbers as REAL, which full-text search does not take for the bound of a range. */
function whole(value: number): SQL {
  return sql`cast(${value} as integer)`;
}

/** What every list of customers shows. */
export const summaryColumns = {
  id: customers.id,
  number: customers.number,
  name: customers.name,
  customerType: customers.customerType,
  status: customers.status,
  archived: customers.archived,
  email: customers.email,
  phone: customers.phone,
  openWorkOrders: customers.openWorkOrders,
};

/** A customer's full record as callers get it. */
export const customerColumns = {
  ...summaryColumns,
  firstName: customers.firstName,
  lastName: customers.lastName,
  companyName: customers.companyName,
  emergencyContactName: customers.emergencyContactName,
  emergencyContactPhone: customers.emergencyContactPhone,
  notes: customers.notes,
  version: customers.version,
  createdAt: customers.createdAt,
  updatedAt: customers.updatedAt,
};
