import type { DomainError } from "~/domain/shared/errors";
import { paths } from "~/paths";

/** Text for the error page of a missing record, and links for continuing from there. */
export interface LostRecord {
  title: string;
  text: string;
  links: { to: string; label: string }[];
  /** Restores a deleted record. */
  restore: { label: string; action: string; fields: Record<string, string> } | null;
}

interface Place {
  /** Path of a record; its other screens are below it. */
  record: (id: string) => string;
  noun: string;
  /** Label of the link to the list. */
  all: string;
  /** Path of the list, or of another screen that is more useful. */
  list: string;
  /** The action that restores a deleted record. */
  restore?: (id: string) => { action: string; fields: Record<string, string> };
}

const PLACES: Place[] = [
  { record: (date) => paths.schedulerDay(date), noun: "Day", all: "Today's schedule", list: paths.scheduler() },
  {
    ...{ record: (id) => paths.spokenWorkOrders(id), noun: "Voice session" },
    ...{ all: "All work orders", list: paths.workOrders() },
  },
  { record: (id) => paths.workOrder(id), noun: "Work order", all: "All work orders", list: paths.workOrders() },
  {
    record: paths.technicianWorkOrder,
    noun: "Work order",
    all: "Today's jobs",
    list: paths.technicianWorkOrder("today"),
  },
  { record: (id) => paths.customer(id), noun: "Customer", all: "All customers", list: paths.customers() },
  { record: (id) => paths.cylinder(id), noun: "Cylinder", all: "All cylinders", list: paths.cylinders() },
  { record: paths.equipment, noun: "Equipment", all: "All equipment", list: paths.equipmentList() },
  { record: (id) => paths.property(id), noun: "Property", all: "All properties", list: paths.properties() },
  { record: paths.technician, noun: "Technician", all: "All technicians", list: paths.technicians() },
  { record: paths.serviceType, noun: "Service type", all: "All service types", list: paths.serviceTypes() },
  { record: paths.estimate, noun: "Estimate", all: "All estimates", list: paths.estimates() },
  { record: paths.invoice, noun: "Invoice", all: "All invoices", list: paths.invoices() },
  { record: paths.lead, noun: "Lead", all: "All leads", list: paths.leads() },
  { record: inList(paths.todos()), noun: "To-do", all: "All to-dos", list: paths.todos() },
  { record: (id) => paths.thread(id), noun: "Conversation", all: "All conversations", list: paths.messages() },
  { record: (id) => paths.conversation(id), noun: "Conversation", all: "New conversation", list: paths.chat() },
  {
    ...{ record: paths.design, noun: "Design", all: "All designs", list: paths.designer() },
    restore: (id) => ({ action: paths.design(id), fields: { intent: "restore" } }),
  },
  {
    ...{ record: paths.savedIndustryAnalysis, noun: "Analysis" },
    ...{ all: "All saved analyses", list: paths.industryAnalyses() },
    restore: (id) => ({ action: paths.industryAnalyses(), fields: { intent: "restore", id } }),
  },
  { record: (id) => paths.receipt(id), noun: "Receipt", all: "All receipts", list: paths.receipts() },
  { record: paths.supportMessage, noun: "Message", all: "All messages", list: paths.supportMessages() },
  { record: paths.issue, noun: "Issue", all: "All issues", list: paths.issues() },
  { record: paths.item, noun: "Item", all: "All items", list: paths.items() },
  { record: inList(paths.stock()), noun: "Item", all: "Stock", list: paths.stock() },
  { record: paths.location, noun: "Location", all: "All locations", list: paths.locations() },
  { record: paths.movement, noun: "Movement", all: "All movements", list: paths.movements() },
  { record: paths.reservation, noun: "Reservation", all: "All reservations", list: paths.reservations() },
  { record: paths.supplier, noun: "Supplier", all: "All suppliers", list: paths.suppliers() },
  { record: paths.purchaseOrder, noun: "Purchase order", all: "All purchase orders", list: paths.purchaseOrders() },
  { record: (id) => paths.count(id), noun: "Count", all: "All counts", list: paths.counts() },
  { record: (id) => paths.webhook(id), noun: "Webhook endpoint", all: "All endpoints", list: paths.webhooks() },
  { record: paths.institution, noun: "Institution", all: "All institutions", list: paths.chooseInstitution() },
  {
    ...{ record: paths.matchBankAccounts, noun: "Bank connection" },
    ...{ all: "All connections", list: paths.bankConnections() },
  },
  { record: (id) => paths.account(id), noun: "Account", all: "All accounts", list: paths.accounts() },
  { record: paths.financeScenario, noun: "Scenario", all: "All scenarios", list: paths.financeScenarios() },
];

/** For records that have no page of their own, only screens below their path. */
function inList(list: string) {
  return (id: string) => `${list}/${id}`;
}

const NOT_FOUND = " not found";
const DELETED_OR_WRONG = "It was deleted, or the link is wrong.";

/** The missing record that an address refers to; null if the page is not about a record. */
export function lostRecord(pathname: string, { code, message, extras }: DomainError): LostRecord | null {
  if (code !== "not_found") return null;
  const place = PLACES.filter(({ record }) => pathname.startsWith(record(""))).sort(longest)[0];
  if (!place) return null;
  const start = place.record("").length;
  const [id = "", ...rest] = pathname.slice(start).split("/");
  const own = `${place.noun}${NOT_FOUND}`;
  const list = { to: place.list, label: place.all };
  // Without a specific message, the page's own record is the one that is missing.
  const title = message === "Not found" && rest.length === 0 ? own : message;
  if (!title.endsWith(NOT_FOUND)) {
    const text = message === "Not found" ? DELETED_OR_WRONG : message;
    return { title: "Page not found", text, links: [list], restore: null };
  }
  const isDeleted = extras.details?.isDeleted === true;
  const record = { to: pathname.slice(0, start + id.length), label: `Back to the ${place.noun.toLowerCase()}` };
  // Something below an existing record is missing.
  const below = rest.length > 0 && title !== own;
  return {
    title,
    text: isDeleted ? "It was deleted. You can restore it." : DELETED_OR_WRONG,
    links: below ? [record, list] : [list],
    restore: isDeleted && place.restore ? { label: `Restore ${place.noun.toLowerCase()}`, ...place.restore(id) } : null,
  };
}

const longest = (one: Place, other: Place) => other.record("").length - one.record("").length;
