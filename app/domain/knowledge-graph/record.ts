import type { Permission } from "~/domain/shared/permissions";

/** The kinds of records in the graph. */
export const RECORD_KINDS = [
  "customer",
  "site",
  "equipment",
  "circuit",
  "part",
  "job",
  "invoice",
  "technician",
  "lead",
  "estimate",
  "contact",
] as const;
export type RecordKind = (typeof RECORD_KINDS)[number];

export const KIND_LABELS: Record<RecordKind, { one: string; many: string }> = {
  customer: { one: "Customer", many: "Customers" },
  site: { one: "Property", many: "Properties" },
  equipment: { one: "Equipment", many: "Equipment" },
  circuit: { one: "Refrigerant circuit", many: "Refrigerant circuits" },
  part: { one: "Part", many: "Parts" },
  job: { one: "Work order", many: "Work orders" },
  invoice: { one: "Invoice", many: "Invoices" },
  technician: { one: "Technician", many: "Technicians" },
  lead: { one: "Lead", many: "Leads" },
  estimate: { one: "Estimate", many: "Estimates" },
  contact: { one: "Contact", many: "Contacts" },
};

/** The permission to see records of a kind. */
export const KIND_PERMISSIONS: Record<RecordKind, Permission> = {
  customer: "customers.read",
  site: "customers.read",
  equipment: "equipment.read",
  circuit: "equipment.read",
  part: "inventory.read",
  job: "work_orders.read",
  invoice: "invoices.read",
  technician: "technicians.read",
  lead: "leads.read",
  estimate: "leads.read",
  contact: "customers.read",
};

/** A kind and an id, `job:0192f000-…`: how a URL names a record. */
export type RecordKey = `${RecordKind}:${string}`;

export interface RecordRef {
  kind: RecordKind;
  id: string;
}

export const keyOf = ({ kind, id }: RecordRef): RecordKey => `${kind}:${id}`;

/** Null if it does not name a record. */
export function parseKey(text: string): RecordRef | null {
  const [kind, id, ...rest] = text.split(":");
  const known = RECORD_KINDS.find((one) => one === kind);
  return known && id && rest.length === 0 && /^[\w-]{1,40}$/.test(id) ? { kind: known, id: id.toLowerCase() } : null;
}

/** A record as shown in the graph. */
export interface GraphRecord {
  key: RecordKey;
  kind: RecordKind;
  id: string;
  /** The reference of its page: a number or an id; for a circuit that of its equipment, for a contact that of its property. */
  ref: string;
  label: string;
  detail: string | null;
  /** The date or instant used by the time filter; null if it has none. */
  at: string | null;
}

export interface GraphEdge {
  from: RecordKey;
  to: RecordKey;
  relation: RelationName;
}

/** How many more neighbors an expanded record has by a relation. */
export interface MoreRecords {
  key: RecordKey;
  relation: RelationName;
  kind: RecordKind;
  shown: number;
  total: number;
  /** True if counting stopped here and there may be more. */
  atLeast: boolean;
}

interface RelationRule {
  from: RecordKind;
  to: RecordKind;
  /** The same connection from its other end. */
  back: string;
  /** Label of the second record, seen from the first: 'Work orders of this customer'. */
  label: string;
}

/** Every connection, in both directions. */
export const RELATIONS = {
  "customer-sites": { from: "customer", to: "site", back: "site-customer", label: "property of this customer" },
  "site-customer": { from: "site", to: "customer", back: "customer-sites", label: "customer at this property" },
  "customer-equipment": {
    from: "customer",
    to: "equipment",
    back: "equipment-customer",
    label: "equipment of this customer",
  },
  "equipment-customer": {
    from: "equipment",
    to: "customer",
    back: "customer-equipment",
    label: "customer of this equipment",
  },
  "customer-jobs": { from: "customer", to: "job", back: "job-customer", label: "work order of this customer" },
  "job-customer": { from: "job", to: "customer", back: "customer-jobs", label: "customer of this work order" },
  "customer-invoices": { from: "customer", to: "invoice", back: "invoice-customer", label: "invoice to this customer" },
  "invoice-customer": { from: "invoice", to: "customer", back: "customer-invoices", label: "customer invoiced" },
  "site-equipment": { from: "site", to: "equipment", back: "equipment-site", label: "equipment at this property" },
  "equipment-site": { from: "equipment", to: "site", back: "site-equipment", label: "property of this equipment" },
  "site-jobs": { from: "site", to: "job", back: "job-site", label: "work order at this property" },
  "job-site": { from: "job", to: "site", back: "site-jobs", label: "property of this work order" },
  "equipment-circuits": {
    from: "equipment",
    to: "circuit",
    back: "circuit-equipment",
    label: "circuit of this equipment",
  },
  "circuit-equipment": {
    from: "circuit",
    to: "equipment",
    back: "equipment-circuits",
    label: "equipment of this circuit",
  },
  "equipment-jobs": { from: "equipment", to: "job", back: "job-equipment", label: "work order on this equipment" },
  "job-equipment": { from: "job", to: "equipment", back: "equipment-jobs", label: "equipment of this work order" },
  "equipment-parts": { from: "equipment", to: "part", back: "part-equipment", label: "part used in this equipment" },
  "part-equipment": {
    from: "part",
    to: "equipment",
    back: "equipment-parts",
    label: "equipment this part was used in",
  },
  "job-parts": { from: "job", to: "part", back: "part-jobs", label: "part used on this work order" },
  "part-jobs": { from: "part", to: "job", back: "job-parts", label: "work order this part was used on" },
  "job-invoices": { from: "job", to: "invoice", back: "invoice-job", label: "invoice of this work order" },
  "invoice-job": { from: "invoice", to: "job", back: "job-invoices", label: "work order invoiced" },
  "job-technicians": { from: "job", to: "technician", back: "technician-jobs", label: "technician on this work order" },
  "technician-jobs": { from: "technician", to: "job", back: "job-technicians", label: "work order of this technician" },
  "job-callbacks": { from: "job", to: "job", back: "callback-job", label: "callback after this work order" },
  "customer-leads": { from: "customer", to: "lead", back: "lead-customer", label: "lead of this customer" },
  "lead-customer": { from: "lead", to: "customer", back: "customer-leads", label: "customer this lead became" },
  "lead-estimates": { from: "lead", to: "estimate", back: "estimate-lead", label: "estimate for this lead" },
  "estimate-lead": { from: "estimate", to: "lead", back: "lead-estimates", label: "lead of this estimate" },
  "lead-jobs": { from: "lead", to: "job", back: "job-lead", label: "work order from this lead" },
  "job-lead": { from: "job", to: "lead", back: "lead-jobs", label: "lead this work order came from" },
  "customer-estimates": {
    from: "customer",
    to: "estimate",
    back: "estimate-customer",
    label: "estimate for this customer",
  },
  "estimate-customer": {
    from: "estimate",
    to: "customer",
    back: "customer-estimates",
    label: "customer of this estimate",
  },
  "site-estimates": { from: "site", to: "estimate", back: "estimate-site", label: "estimate for this property" },
  "estimate-site": { from: "estimate", to: "site", back: "site-estimates", label: "property of this estimate" },
  "job-estimates": { from: "job", to: "estimate", back: "estimate-job", label: "estimate for this work order" },
  "estimate-job": { from: "estimate", to: "job", back: "job-estimates", label: "work order of this estimate" },
  "site-contacts": { from: "site", to: "contact", back: "contact-site", label: "contact at this property" },
  "contact-site": { from: "contact", to: "site", back: "site-contacts", label: "property of this contact" },
  "callback-job": { from: "job", to: "job", back: "job-callbacks", label: "work order this one comes back for" },
} as const satisfies Record<string, RelationRule>;

export type RelationName = keyof typeof RELATIONS;
// Guarantee: the keys of the list above.
export const RELATION_NAMES = Object.keys(RELATIONS) as [RelationName, ...RelationName[]];

export const relationsFrom = (kind: RecordKind) => RELATION_NAMES.filter((name) => RELATIONS[name].from === kind);

/** A connection in its drawn direction, so that it appears once whichever end it was found from. */
export function edgeOf(relation: RelationName, source: RecordKey, target: RecordKey): GraphEdge {
  const back = RELATIONS[relation].back;
  return relation < back ? { from: source, to: target, relation } : { from: target, to: source, relation: back };
}

export const edgeKey = ({ from, to, relation }: GraphEdge) => `${relation} ${from} ${to}`;

/** Connections by what they connect, each once. */
export const uniqueEdges = (edges: readonly GraphEdge[]): GraphEdge[] => [
  ...new Map(edges.map((edge) => [edgeKey(edge), edge])).values(),
];

/** How many neighbors of a relation each click on 'and 40 more' adds, and how often. */
export const STEP = 12;
export const MAX_STEPS = 8;
/** A relation's neighbors are counted up to this number. */
export const MAX_COUNTED = 100;
/** With a time filter, how many of a relation's newest neighbors are checked. */
export const MAX_FILTERED = 400;
/** Maximum expanded records in a URL. */
export const MAX_OPEN = 60;

interface OpenRecord extends RecordRef {
  /** How many steps of each relation are shown. */
  steps: number;
}

/** `job:…` or `job:….3`. */
function parseOpen(text: string): OpenRecord | null {
  const [key = "", steps = "1"] = text.split(".");
  const ref = parseKey(key);
  const count = Number(steps);
  return ref && Number.isInteger(count) && count >= 1 ? { ...ref, steps: Math.min(count, MAX_STEPS) } : null;
}

const formatOpen = ({ steps, ...ref }: OpenRecord) => (steps > 1 ? `${keyOf(ref)}.${steps}` : keyOf(ref));

/** The state in the URL: the start, expanded records, hidden kinds, and the target of a path. */
export interface GraphState {
  from: RecordRef | null;
  to: RecordRef | null;
  open: OpenRecord[];
  hidden: RecordKind[];
  since: string | null;
  until: string | null;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Invalid values in the URL are ignored. */
export function parseState(query: URLSearchParams): GraphState {
  const from = parseKey(query.get("from") ?? "");
  const open = new Map<RecordKey, OpenRecord>();
  if (from) open.set(keyOf(from), { ...from, steps: 1 });
  for (const text of query.getAll("open")) {
    const one = parseOpen(text);
    if (one && open.size < MAX_OPEN) open.set(keyOf(one), one);
  }
  const hidden = RECORD_KINDS.filter((kind) => query.getAll("hide").includes(kind));
  const day = (name: string) => {
    const text = query.get(name) ?? "";
    return DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : null;
  };
  return {
    ...{ from, to: parseKey(query.get("to") ?? ""), open: [...open.values()], hidden },
    ...{ since: day("since"), until: day("until") },
  };
}

/** The same state as a query, in a fixed order. */
export function formatState({ from, to, open, hidden, since, until }: GraphState): URLSearchParams {
  const query = new URLSearchParams();
  if (from) query.set("from", keyOf(from));
  for (const one of open) {
    const isStart = from !== null && keyOf(one) === keyOf(from) && one.steps === 1;
    if (!isStart) query.append("open", formatOpen(one));
  }
  for (const kind of hidden) query.append("hide", kind);
  if (since) query.set("since", since);
  if (until) query.set("until", until);
  if (to) query.set("to", keyOf(to));
  return query;
}

/** Expands a record; if it is already expanded, shows its next neighbors. */
export function expand(state: GraphState, ref: RecordRef): GraphState {
  const key = keyOf(ref);
  const now = state.open.find((one) => keyOf(one) === key);
  if (now) {
    const more = { ...now, steps: Math.min(now.steps + 1, MAX_STEPS) };
    return { ...state, open: state.open.map((one) => (one === now ? more : one)) };
  }
  if (state.open.length >= MAX_OPEN) return state;
  return { ...state, open: [...state.open, { ...ref, steps: 1 }] };
}

/** Whether `expand` shows more; `more`: what the record, if it is expanded, has beyond what is shown. */
export function canExpand(state: GraphState, ref: RecordRef, more: readonly MoreRecords[]): boolean {
  const key = keyOf(ref);
  const now = state.open.find((one) => keyOf(one) === key);
  if (!now) return state.open.length < MAX_OPEN;
  return now.steps < MAX_STEPS && more.some(({ total, shown }) => total > shown);
}

export function collapse(state: GraphState, ref: RecordRef): GraphState {
  return { ...state, open: state.open.filter((one) => keyOf(one) !== keyOf(ref)) };
}
