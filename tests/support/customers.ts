import type { Address } from "~/domain/addresses/schema";
import type { Customer } from "~/domain/customers/schema";
import type { Visitor } from "./visitor";
import type { TestWorker } from "./worker";

export const home = {
  customerType: "residential",
  firstName: "Rosa",
  lastName: "Alvarez",
  phone: "(414) 555-0142",
  email: "rosa@example.com",
};

export const site = { type: "service", line1: "1417 W Vliet St", city: "Milwaukee", state: "WI", postalCode: "53205" };

/** A new customer, as returned by the API. */
export async function newCustomer(by: Visitor, facts: object = {}): Promise<Customer> {
  const answer = await by.post<Customer>("/api/customers", { ...home, ...facts });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

export async function newAddress(by: Visitor, customerId: string, facts: object = {}): Promise<Address> {
  const answer = await by.post<Address>(`/api/customers/${customerId}/addresses`, { ...site, ...facts });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.json;
}

/** Many customers with a primary service address each, in one statement per table. */
export async function manyCustomers({ db }: TestWorker, orgId: string, count: number): Promise<void> {
  const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count})`;
  const at = "2026-01-01T00:00:00.000Z";
  const types = 'json_extract(\'["residential","commercial","industrial","government"]\', \'$[\' || (i % 4) || \']\')';
  const statuses = 'json_extract(\'["active","inactive","prospect","suspended"]\', \'$[\' || (i / 4 % 4) || \']\')';
  await db.batch([
    db
      .prepare(
        `${rows} INSERT INTO customers (org_id, id, number, customer_type, status, archived, first_name, last_name, name, sort_name, phone, created_at, updated_at)
         SELECT ?1, printf('bulk-%08d', i), 100000 + i, ${types}, ${statuses}, i % 5 = 0, 'Kim', 'Person' || i, 'Kim Person' || i, printf('person%08d, kim', i * 7919 % 1000003), '+1414' || printf('%07d', i), ?2, ?2 FROM n`,
      )
      .bind(orgId, at),
    db
      .prepare(
        `${rows} INSERT INTO addresses (org_id, id, customer_id, type, is_primary, line1, city, state, postal_code, created_at, updated_at)
         SELECT ?1, printf('bulk-%08d', i), printf('bulk-%08d', i), 'service', 1, i || ' State St', 'Milwaukee', 'WI', '53208', ?2, ?2 FROM n`,
      )
      .bind(orgId, at),
  ]);
}

let orders = 0;

/** A work order written directly to the table, since these tests are about customers. */
export async function bareWorkOrder(
  { db }: TestWorker,
  {
    orgId,
    customerId,
    addressId,
    status = "unscheduled",
  }: { orgId: string; customerId: string; addressId: string; status?: string },
): Promise<string> {
  orders += 1;
  const id = `work-order-${orders}`;
  await db
    .prepare(
      `INSERT INTO work_orders (org_id, id, number, title, status, priority, customer_id, site_address_id, duration_minutes, cancel_reason, created_at, updated_at)
       VALUES (?1, ?2, ?3, 'Furnace tune-up', ?4, 'normal', ?5, ?6, 60, iif(?4 = 'cancelled', 'customer', NULL), ?7, ?7)`,
    )
    .bind(orgId, id, orders, status, customerId, addressId, "2026-11-20T12:00:00.000Z")
    .run();
  return id;
}
