import { and, eq, type SQL, sql } from "drizzle-orm";
import { customers } from "#drizzle/schema/customers";
import type { Ctx, Member } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";
import { foundIn, type SearchRange } from "~/domain/shared/text/full-text.server";
import { type CustomerRef, parseCustomerRef } from "./customer";

/** @throws DomainError not_found for text that cannot be a customer reference */
export function customerRef(text: string): CustomerRef {
  const ref = parseCustomerRef(text);
  if (!ref) throw notFound("Customer not found");
  return ref;
}

export function isCustomer(me: Member, ref: CustomerRef): SQL | undefined {
  const named = ref.by === "id" ? eq(customers.id, ref.id) : eq(customers.number, ref.number);
  return and(eq(customers.orgId, me.orgId), named);
}

/** The customer's id for use in another statement, so that a batch does not depend on an earlier result. */
export function idOf(me: Member, ref: CustomerRef): SQL {
  if (ref.by === "id") return sql`${ref.id}`;
  return sql`(select ${customers.id} from ${customers} where ${customers.orgId} = ${me.orgId} and ${customers.number} = ${ref.number})`;
}

/** @throws DomainError not_found */
export async function findCustomerId(ctx: Ctx, me: Member, ref: CustomerRef): Promise<string> {
  const [row] = await ctx.db.select({ id: customers.id }).from(customers).where(isCustomer(me, ref));
  if (!row) throw notFound("Customer not found");
  return row.id;
}

/** Numbers of the customers matching a full-text expression, newest first. Reads as many rows as it returns. */
export function foundNumbers(me: Member, expression: string, range: SearchRange): SQL {
  return foundIn(me, { table: "customer_search", expression }, range);
}

/** The columns of every customer list. */
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

/** A customer's full record as callers receive it. */
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
