import type { CustomerSummary } from "~/domain/customers/schema";

export type ShownCustomer = ReturnType<typeof shownCustomer>;

/** What the list shows of a customer; the page carries nothing else of it. */
export function shownCustomer(row: CustomerSummary) {
  const { number, name, status, archived, customerType, phone, city, state, openWorkOrders } = row;
  return { number, name, status, archived, customerType, phone, city, state, openWorkOrders };
}
