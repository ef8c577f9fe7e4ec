import { EQUIPMENT_TYPE_LABELS, type EquipmentType } from "~/domain/equipment/equipment";
import { formatClock, formatFullDate } from "~/domain/shared/time/date-format";
import { type CivilDate, isCivilDate } from "~/domain/shared/time/dates";
import type { Book } from "~/domain/voice/extraction/book";
import type { PartDraft, WorkOrderDraft } from "~/domain/voice/extraction/draft";
import { addressKey } from "~/domain/voice/extraction/values/addresses";
import type { Clock } from "~/domain/voice/extraction/values/clock";
import type { Symptom } from "~/domain/voice/extraction/words/symptoms";
import { atMs, type Heard, heard } from "~/domain/voice/sessions/recordings/heard";
import { PRIORITY_LABELS, type Priority } from "~/domain/work-order-basics/priority";

/** A site of a customer. */
interface BookSite {
  id: string;
  line1: string;
  city: string;
  isPrimary: boolean;
  timeZone: string | null;
}

/** A business's own names that the words may refer to, with their labels. */
export interface SpokenBook extends Book {
  sites: ReadonlyMap<string, readonly BookSite[]>;
  unitNames: ReadonlyMap<string, string>;
}

/** The recognized fields of a new work order, in the format of POST /work-orders. */
interface SuggestedWorkOrder {
  title: string | null;
  description: string | null;
  customerId: string | null;
  siteAddressId: string | null;
  serviceTypeId: string | null;
  priority: Priority | null;
  equipmentIds: string[];
  technicianId: string | null;
  startDate: CivilDate | null;
  startTime: string | null;
  windowFrom: string | null;
  windowTo: string | null;
}

/** A work order described in speech, as shown for confirmation. Fields that were not mentioned are null. */
export interface SpokenDraft {
  index: number;
  words: string;
  atMs: number | null;
  name: Heard<string> | null;
  customer: Heard<string> | null;
  phone: Heard<string> | null;
  address: Heard<string> | null;
  /** The customer's address that was spoken; null if it is none of theirs. */
  site: Heard<string> | null;
  equipment: Heard<EquipmentType>[];
  units: Heard<string>[];
  symptoms: Heard<Symptom>[];
  summary: Heard<string> | null;
  service: Heard<string> | null;
  priority: Heard<Priority> | null;
  date: Heard<CivilDate> | null;
  clock: Heard<Clock> | null;
  technician: Heard<string> | null;
  parts: Heard<PartDraft>[];
  notes: Heard<string>[];
  suggested: SuggestedWorkOrder;
  /** Descriptions of what would be written. */
  effects: string[];
}

const SYMPTOM_LABELS: Record<Symptom, string> = {
  carbon_monoxide: "Carbon monoxide",
  gas_smell: "Gas smell",
  no_hot_water: "No hot water",
  no_heat: "No heat",
  no_cooling: "No cooling",
  breaker_trips: "Breaker trips",
  pilot_out: "Pilot out",
  refrigerant_leak: "Refrigerant leak",
  water_leak: "Water leak",
  burning_smell: "Burning smell",
  odor: "Odor",
  frozen: "Frozen",
  short_cycling: "Short cycling",
  weak_airflow: "Weak airflow",
  not_working: "Not working",
  noise: "Noise",
  leak: "Leak",
};

const itself = (value: string) => value;

/** The drafts as shown, with the names of referenced records and the fields to be filled in. */
export function draftsOf(drafts: readonly WorkOrderDraft[], book: SpokenBook): SpokenDraft[] {
  return drafts.map((draft, index) => viewOf(draft, { index, book }));
}

function viewOf(draft: WorkOrderDraft, { index, book }: { index: number; book: SpokenBook }): SpokenDraft {
  const nameIn = (entries: readonly { id: string; name: string }[]) => (id: string) =>
    entries.find((entry) => entry.id === id)?.name ?? "";
  const one = <T>(field: Parameters<typeof heard<T>>[0] | undefined, label: (value: T) => string) =>
    field ? heard(field, label) : null;
  const customer = one(draft.customer, nameIn(book.customers));
  const address = one(draft.address, itself);
  const view = {
    index,
    words: draft.source.words,
    atMs: atMs(draft.source),
    name: one(draft.name, itself),
    customer,
    phone: one(draft.phone, itself),
    address,
    site: siteOf(book, { customer, address }),
    equipment: draft.equipment.map((field) => heard(field, (type) => EQUIPMENT_TYPE_LABELS[type])),
    units: draft.units.map((field) => heard(field, (id) => book.unitNames.get(id) ?? "")),
    symptoms: draft.symptoms.map((field) => heard(field, (symptom) => SYMPTOM_LABELS[symptom])),
    summary: one(draft.summary, itself),
    service: one(draft.service, nameIn(book.serviceTypes)),
    priority: one(draft.priority, (priority) => PRIORITY_LABELS[priority]),
    date: one(draft.date, formatFullDate),
    clock: one(draft.clock, clockLabel),
    technician: one(draft.technician, nameIn(book.technicians)),
    parts: draft.parts.map((field) => heard(field, partLabel)),
    notes: draft.notes.map((field) => heard(field, itself)),
  };
  const suggested = suggestedOf(view);
  return { ...view, suggested, effects: effectsOf(view, suggested) };
}

type View = Omit<SpokenDraft, "suggested" | "effects">;

/** The customer's address that was spoken. A missing city or street type does not matter. */
function siteOf(book: SpokenBook, { customer, address }: Pick<View, "customer" | "address">): Heard<string> | null {
  if (!address?.value || !customer?.value) return null;
  const key = addressKey(address.value);
  const sites = (book.sites.get(customer.value) ?? []).filter(({ line1 }) => addressKey(line1) === key);
  const [site] = sites;
  if (!site) return null;
  const candidates = sites.map((each) => ({ value: each.id, label: siteLabel(each) }));
  return sites.length === 1
    ? { ...address, value: site.id, label: siteLabel(site), candidates: [] }
    : { ...address, value: null, label: null, candidates, needsReview: true };
}

const siteLabel = ({ line1, city }: BookSite) => `${line1}, ${city}`;

function suggestedOf(view: View): SuggestedWorkOrder {
  const clock = view.clock?.value ?? null;
  const startDate = view.date?.value ?? null;
  const startTime = clock === null ? null : "at" in clock ? clock.at : clock.from;
  const ends = clock === null || "at" in clock ? null : clock;
  return {
    title: titleOf(view),
    description: descriptionOf(view),
    customerId: view.customer?.value ?? null,
    siteAddressId: view.site?.value ?? null,
    serviceTypeId: view.service?.value ?? null,
    priority: view.priority?.value ?? null,
    equipmentIds: view.units.flatMap(({ value }) => value ?? []),
    technicianId: view.technician?.value ?? null,
    startDate,
    // A job's start needs both: a day alone is scheduled by hand.
    startTime: startDate === null ? null : startTime,
    windowFrom: ends?.to ? ends.from : null,
    windowTo: ends?.from ? ends.to : null,
  };
}

const MAX_TITLE = 200;

function titleOf({ summary, symptoms, service }: View): string | null {
  const title = summary?.value ?? symptoms[0]?.label ?? service?.label;
  if (!title) return null;
  const line = title.replace(/\s+/g, " ").trim();
  return `${line.charAt(0).toUpperCase()}${line.slice(1)}`.slice(0, MAX_TITLE);
}

function descriptionOf({ notes, parts, phone, customer }: View): string | null {
  const lines = [
    ...notes.flatMap(({ value }) => value ?? []),
    ...(parts.length > 0 ? [`Parts to bring: ${parts.map(({ label, words }) => label ?? words).join(", ")}`] : []),
    ...(phone?.value && !customer?.value ? [`Phone: ${phone.value}`] : []),
  ];
  return lines.length > 0 ? lines.join("\n") : null;
}

function effectsOf(view: View, { title, startDate, startTime }: SuggestedWorkOrder): string[] {
  const { customer, site, service, priority, units, technician, clock } = view;
  const when = whenOf({ startDate, startTime, clock });
  const lines: (string | null | undefined | false)[] = [
    `New work order${title ? ` “${title}”` : ""}${customer?.label ? ` for ${customer.label}` : ""}`,
    site?.label && `Goes to ${site.label}`,
    priority?.label && `Priority: ${priority.label}`,
    service?.label && `Service type: ${service.label}`,
    ...units.map(({ label }) => label && `Equipment: ${label}`),
    when,
    technician?.label && `${startTime ? "Assigned to" : "For"} ${technician.label}`,
    ...view.notes.map(({ value }) => value && `Note: ${value}`),
    view.parts.length > 0 && `Parts to bring: ${view.parts.map(({ label, words }) => label ?? words).join(", ")}`,
  ];
  return lines.filter((line): line is string => typeof line === "string" && line !== "");
}

function whenOf({
  startDate,
  startTime,
  clock,
}: Pick<SuggestedWorkOrder, "startDate" | "startTime"> & Pick<View, "clock">) {
  if (!startDate || !isCivilDate(startDate)) return "Not scheduled yet";
  if (!startTime) return `Not scheduled yet: ${formatFullDate(startDate)}${clock?.label ? `, ${clock.label}` : ""}`;
  return `Scheduled for ${formatFullDate(startDate)}, ${clock?.label ?? formatClock(startTime)}`;
}

function clockLabel(clock: Clock): string {
  if ("at" in clock) return formatClock(clock.at);
  if (clock.from === null) return `before ${formatClock(clock.to)}`;
  if (clock.to === null) return `after ${formatClock(clock.from)}`;
  return `${formatClock(clock.from)} to ${formatClock(clock.to)}`;
}

function partLabel({ quantity, unit, words }: PartDraft): string {
  return `${quantity} ${unit ? `${unit} of ` : "× "}${words}`;
}
