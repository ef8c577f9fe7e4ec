import type { DomainError } from "~/domain/shared/errors";

/** Text for the error page of a missing record, and links for continuing from there. */
export interface LostRecord {
  title: string;
  text: string;
  ways: { to: string; label: string }[];
  /** Restores a deleted record. */
  restore: { label: string; action: string; fields: Record<string, string> } | null;
}

interface Place {
  /** Path of the list; records live below it. */
  list: string;
  /** Used instead of `list` when it has no screen or another screen is more useful. */
  leadsTo?: string;
  noun: string;
  /** Label of the link to the list. */
  all: string;
  /** The action that restores a deleted record. */
  restore?: (id: string) => { action: string; fields: Record<string, string> };
}

const PLACES: Place[] = [
  { list: "/workorders/scheduler", noun: "Day", all: "Today's schedule" },
  { list: "/workorders/voice", leadsTo: "/workorders", noun: "Voice session", all: "All work orders" },
  { list: "/workorders", noun: "Work order", all: "All work orders" },
  { list: "/technician/jobs", leadsTo: "/technician/jobs/today", noun: "Work order", all: "Today's jobs" },
  { list: "/customers", noun: "Customer", all: "All customers" },
  { list: "/equipment/cylinders", noun: "Cylinder", all: "All cylinders" },
  { list: "/equipment", noun: "Equipment", all: "All equipment" },
  { list: "/properties", noun: "Property", all: "All properties" },
  { list: "/technicians", noun: "Technician", all: "All technicians" },
  { list: "/service-types", noun: "Service type", all: "All service types" },
  { list: "/estimates", noun: "Estimate", all: "All estimates" },
  { list: "/invoices-v2", noun: "Invoice", all: "All invoices" },
  { list: "/leads", noun: "Lead", all: "All leads" },
  { list: "/todos", noun: "To-do", all: "All to-dos" },
  { list: "/messages", noun: "Conversation", all: "All conversations" },
  { list: "/chat", noun: "Conversation", all: "New conversation" },
  {
    ...{ list: "/designer", noun: "Design", all: "All designs" },
    restore: (id) => ({ action: `/designer/${id}`, fields: { intent: "restore" } }),
  },
  {
    ...{ list: "/industry-analysis/saved", noun: "Analysis", all: "All saved analyses" },
    restore: (id) => ({ action: "/industry-analysis/saved", fields: { intent: "restore", id } }),
  },
  { list: "/receipts", noun: "Receipt", all: "All receipts" },
  { list: "/support/messages", noun: "Message", all: "All messages" },
  { list: "/bugscout/issues", noun: "Issue", all: "All issues" },
  { list: "/inventory/items", noun: "Item", all: "All items" },
  { list: "/inventory/stock", noun: "Item", all: "Stock" },
  { list: "/inventory/locations", noun: "Location", all: "All locations" },
  { list: "/inventory/movements", noun: "Movement", all: "All movements" },
  { list: "/inventory/reservations", noun: "Reservation", all: "All reservations" },
  { list: "/inventory/suppliers", noun: "Supplier", all: "All suppliers" },
  { list: "/inventory/purchase-orders", noun: "Purchase order", all: "All purchase orders" },
  { list: "/inventory/counts", noun: "Count", all: "All counts" },
  { list: "/settings/webhooks", noun: "Webhook endpoint", all: "All endpoints" },
  { list: "/finances/accounts/institution", noun: "Institution", all: "All institutions" },
  {
    ...{ list: "/finances/accounts/match", leadsTo: "/finances/accounts/connections" },
    ...{ noun: "Bank connection", all: "All connections" },
  },
  { list: "/finances/accounts", noun: "Account", all: "All accounts" },
  { list: "/finances/dashboard/scenarios", noun: "Scenario", all: "All scenarios" },
];

const NOT_FOUND = " not found";
const DELETED_OR_WRONG = "It was deleted, or the link is wrong.";

/** The missing record that an address refers to; null if the page is not about a record. */
export function lostRecord(pathname: string, { code, message, extras }: DomainError): LostRecord | null {
  if (code !== "not_found") return null;
  const place = PLACES.filter(({ list }) => pathname.startsWith(`${list}/`)).sort(longest)[0];
  if (!place) return null;
  const [id = "", ...rest] = pathname.slice(place.list.length + 1).split("/");
  const own = `${place.noun}${NOT_FOUND}`;
  const list = { to: place.leadsTo ?? place.list, label: place.all };
  // Without a specific message, the page's own record is the one that is missing.
  const title = message === "Not found" && rest.length === 0 ? own : message;
  if (!title.endsWith(NOT_FOUND)) {
    const text = message === "Not found" ? DELETED_OR_WRONG : message;
    return { title: "Page not found", text, ways: [list], restore: null };
  }
  const isDeleted = extras.details?.isDeleted === true;
  const record = { to: `${place.list}/${id}`, label: `Back to the ${place.noun.toLowerCase()}` };
  // Something below an existing record is missing.
  const below = rest.length > 0 && title !== own;
  return {
    title,
    text: isDeleted ? "It was deleted. You can restore it." : DELETED_OR_WRONG,
    ways: below ? [record, list] : [list],
    restore: isDeleted && place.restore ? { label: `Restore ${place.noun.toLowerCase()}`, ...place.restore(id) } : null,
  };
}

const longest = (one: Place, other: Place) => other.list.length - one.list.length;
