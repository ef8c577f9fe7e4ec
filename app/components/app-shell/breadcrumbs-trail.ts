import { isRecordId } from "~/domain/shared/record-ref";
import { shellPaths } from "~/shell-paths";

export interface Crumb {
  label: string;
  /** Null for the current page and for crumbs without a page. */
  to: string | null;
}

/** Names of the records in the URL, from the screen's data. Without a name, the crumb shows the kind of record. */
export interface CrumbNames {
  workOrder?: string | null;
  technician?: string | null;
  customer?: string | null;
  property?: string | null;
  serviceType?: string | null;
  equipment?: string | null;
  /** The customer whose site the equipment is at; the crumb is then nested under that customer. */
  owner?: { id: string; name: string } | null;
  /** Any other record: an item, a location, an invoice, an issue. */
  record?: string | null;
}

const home: Crumb = { label: "Home", to: shellPaths.home() };

/** The breadcrumbs of a page, Home first and the page itself last. Empty on the home page and the dashboard. */
export function crumbsFor(pathname: string, names: CrumbNames = {}): Crumb[] {
  try {
    const segments = pathname.split("/").filter(Boolean).map(decodeURIComponent);
    const [area, ...rest] = segments;
    if (!area || pathname === shellPaths.dashboard()) return [];
    const trail = area === "equipment" ? ofEquipment(rest, names) : alongPath(withoutSession(segments), names);
    return [home, ...trail].map((crumb, index) => (index === trail.length ? { ...crumb, to: null } : crumb));
  } catch {
    return [home, { label: "Page", to: null }];
  }
}

// Maps rather than objects, because keys come from the URL and may be '__proto__' or 'constructor'.

/** Segments below /equipment that are not records. */
const views = new Map([
  ["create", "New Equipment"],
  ["health", "Health"],
  ["due", "Maintenance Due"],
  ["leaks", "Leak Compliance"],
  ["cylinders", "Cylinders"],
  ["audit-packet", "Audit Packet"],
  ["disposals", "Disposals"],
]);

/** Equipment is nested under its customer, if it has one. */
function ofEquipment([id, ...rest]: string[], names: CrumbNames): Crumb[] {
  const list = { label: "Equipment", to: shellPaths.equipmentList() };
  if (!id) return [list];
  const view = views.get(id);
  if (id === "cylinders") return [list, ...ofCylinders(rest, names)];
  if (view !== undefined) return [list, { label: view, to: null }];
  const unit = { label: names.equipment || numbered("Equipment", id), to: shellPaths.equipment(id) };
  const below = rest.map((segment) => ({ label: titleCase(segment), to: null }));
  if (!names.owner) return [unit, ...below];
  const { id: ownerId, name } = names.owner;
  const customers = { label: "Customers", to: shellPaths.customers() };
  return [
    customers,
    { label: name || numbered("Customer", ownerId), to: shellPaths.customer(ownerId) },
    unit,
    ...below,
  ];
}

function ofCylinders([id, ...rest]: string[], names: CrumbNames): Crumb[] {
  const list = { label: "Cylinders", to: shellPaths.cylinders() };
  if (!id) return [list];
  if (id === "new" || id === "variance") return [list, { label: titleCase(id), to: null }];
  const [, ...below] = rest;
  const cylinder = { label: names.record || numbered("Cylinder", id), to: shellPaths.cylinder(id) };
  return [list, cylinder, ...below.slice(-1).map((segment) => ({ label: titleCase(segment), to: null }))];
}

/** A voice session has no name, so its id is dropped. */
const withoutSession = (segments: string[]) =>
  segments[0] === "workorders" && segments[1] === "voice" ? segments.slice(0, 2) : segments;

function alongPath(segments: string[], names: CrumbNames): Crumb[] {
  return segments.map((segment, index) => {
    const before = segments.slice(0, index);
    const path = `/${[...before, segment].map(encodeURIComponent).join("/")}`;
    return { label: labelOf(segment, before, names), to: withoutPage.test(path) ? null : path };
  });
}

/** Path segments that only group the pages below them. */
const withoutPage =
  /^\/(inventory|system(\/operations\/retry)?|integrations|bugscout|technician(\/jobs)?|inventory\/stock\/[^/]+|service-types\/[^/]+\/tasks\/[^/]+|properties\/[^/]+\/people|settings\/webhooks\/[^/]+\/deliveries)$/;

/** Labels of path segments for which title case would be wrong, keyed by path with ids as `:id`. */
const labels = new Map([
  ["chat", "Assistant"],
  ["contact", "Chat with us"],
  ["todos", "To-dos"],
  ["todos/new", "New To-do"],
  ["messages/new", "New Conversation"],
  ["leads/form", "Web Form"],
  ["leads/new", "New Lead"],
  ["estimates/new", "New Estimate"],
  ["workorders", "Work Orders"],
  ["workorders/create", "New Work Order"],
  ["workorders/board", "Kanban Board"],
  ["workorders/voice", "Voice Sessions"],
  ["technician/jobs/today", "Today"],
  ["technicians/create", "Invite Technician"],
  ["technicians/invite", "Invite Technician"],
  ["technicians/invitations", "Pending Invitations"],
  ["technicians/available", "Availability"],
  ["technicians/holidays", "Holidays"],
  ["technicians/teams", "Teams"],
  ["technicians/teams/new", "New Team"],
  ["properties/:id/people", "People"],
  ["properties/:id/people/new", "Add Person"],
  ["properties/:id/access", "Access Notes"],
  ["properties/:id/visits", "Next Visits"],
  ["customers/create", "New Customer"],
  ["customers/:id/equipment/create", "New Equipment"],
  ["service-types/create", "New Service Type"],
  ["service-types/:id/tasks/create", "New Task"],
  ["industry-analysis/saved", "Saved Analyses"],
  ["inventory/items/create", "New Item"],
  ["inventory/locations/create", "New Location"],
  ["inventory/movements/create", "New Movement"],
  ["inventory/reservations/create", "New Reservation"],
  ["inventory/picks", "Pick List"],
  ["inventory/counts/create", "New Count"],
  ["inventory/purchase-orders/create", "New Purchase Order"],
  ["invoices-v2", "Invoices"],
  ["system/user-managment", "Users"],
  ["settings/api-keys", "API Keys"],
  ["settings/api-keys/new", "New API Key"],
  ["settings/webhooks/new", "New Endpoint"],
  ["integrations/github", "GitHub"],
  ["integrations/gitlab", "GitLab"],
  ["map2", "Routes"],
  ["pgi", "Performance"],
  ["pgi/jobs", "Jobs"],
]);

/** Collections whose next segment is a record, with its kind and name. */
const records = new Map<string, { kind: string; name: (names: CrumbNames) => string | null | undefined }>([
  ["workorders", { kind: "Work Order", name: (names) => names.workOrder }],
  ["estimates", { kind: "Estimate", name: (names) => names.record }],
  ["leads", { kind: "Lead", name: (names) => names.record }],
  ["todos", { kind: "To-do", name: () => null }],
  ["receipts", { kind: "Receipt", name: () => null }],
  ["messages", { kind: "Conversation", name: () => null }],
  ["chat", { kind: "Conversation", name: () => null }],
  ["industry-analysis/saved", { kind: "Saved Analysis", name: (names) => names.record }],
  ["technician/jobs", { kind: "Work Order", name: (names) => names.workOrder }],
  ["properties", { kind: "Property", name: (names) => names.property }],
  ["technicians", { kind: "Technician", name: (names) => names.technician }],
  ["customers", { kind: "Customer", name: (names) => names.customer }],
  ["customers/:id/equipment", { kind: "Equipment", name: (names) => names.equipment }],
  ["settings/webhooks", { kind: "Endpoint", name: () => "Endpoint" }],
  ["settings/webhooks/:id/deliveries", { kind: "Delivery", name: () => "Delivery" }],
  ["service-types", { kind: "Service Type", name: (names) => names.serviceType }],
]);

/** Segments after a collection that are not records. */
const words = new Set([
  "create",
  "list",
  "report",
  "form",
  "board",
  "scheduler",
  "invite",
  "invitations",
  "available",
  "holidays",
  "teams",
]);

function labelOf(segment: string, before: string[], names: CrumbNames): string {
  const place = before.map((step, index) => (isId(step, before[index - 1]) ? ":id" : step)).join("/");
  const label = labels.get(place ? `${place}/${segment}` : segment);
  if (label) return label;
  const record = records.get(place);
  if (record && !words.has(segment)) return record.name(names) || numbered(record.kind, segment);
  if (/^\d+$/.test(segment)) return names.record || `#${segment}`;
  if (isRecordId(segment)) return names.record || "Details";
  return /^\d{4}-\d\d-\d\d$/.test(segment) ? segment : titleCase(segment);
}

function isId(step: string, before: string | undefined): boolean {
  return /\d/.test(step) && before !== undefined;
}

/** 'Work Order #12', 'Work Order WO-012'; UUIDs are omitted. */
function numbered(kind: string, id: string): string {
  if (isRecordId(id)) return kind;
  return /^[A-Z]+-\d+$/.test(id) ? `${kind} ${id}` : `${kind} #${id}`;
}

function titleCase(segment: string): string {
  return segment
    .split(/[-_\s]+/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(" ");
}
