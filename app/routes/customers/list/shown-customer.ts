import type { CustomerSummary } from "~/domain/customers/schema";

export type ShownCustomer = ReturnType<typeof shownCustomer>;

/** The fields of a customer that the list shows; the page carries no others. */
export function shownCustomer(row: CustomerSummary) {
  const { number, name, status, archived, customerType, phone, city, state, openWorkOrders } = row;
  return { number, name, status, archived, customerType, phone, city, state, openWorkOrders };
}
