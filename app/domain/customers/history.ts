import { ADDRESS_TYPE_LABELS, ADDRESS_TYPES } from "~/domain/addresses/address";
import { formatPhone } from "~/domain/shared/text/phones";
import { CUSTOMER_STATUS_LABELS, CUSTOMER_STATUSES, CUSTOMER_TYPE_LABELS, CUSTOMER_TYPES } from "./customer";

/** An audit log entry about a customer or one of its addresses. */
export interface CustomerEvent {
  action: string;
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

/** Labels of fields on the screens. */
const FIELD_NAMES: Record<string, string> = {
  customerType: "type",
  status: "status",
  firstName: "first name",
  lastName: "last name",
  companyName: "company name",
  email: "email",
  phone: "phone",
  emergencyContactName: "emergency contact",
  emergencyContactPhone: "emergency phone",
  notes: "notes",
  archived: "archive",
  type: "kind",
  isPrimary: "primary address",
  label: "label",
  line1: "street",
  line2: "unit",
  city: "city",
  state: "state",
  postalCode: "ZIP code",
  timeZone: "time zone",
  accessNotes: "access notes",
};

/** The action, to follow a name: 'changed phone and notes'. */
export function eventLabel({ action, before, after }: CustomerEvent): string {
  switch (action) {
    case "customer.create":
      return "added this customer";
    case "customer.archive":
      return "archived this customer";
    case "customer.restore":
      return "restored this customer";
    case "customer.update":
      return `changed ${fieldList(after)}`;
    case "address.create":
      return `added a ${addressKind(after)} address`;
    case "address.update":
      return `changed an address: ${fieldList(after)}`;
    case "address.delete":
      return `removed a ${addressKind(before)} address`;
    default:
      return action.replace(/[._]/g, " ");
  }
}

interface FieldChange {
  field: string;
  from: string;
  to: string;
}

/** Old and new values of the fields that fit on one line. Long texts are shown elsewhere. */
export function fieldChanges({ action, before, after }: CustomerEvent): FieldChange[] {
  if (!action.endsWith(".update")) return [];
  const short = Object.keys(after).filter((field) => FIELD_NAMES[field] && !/notes$/i.test(field));
  return short.map((field) => ({
    field: FIELD_NAMES[field] ?? field,
    from: shown(field, before[field]),
    to: shown(field, after[field]),
  }));
}

/** The address of an entry, if it names one. */
export function eventAddress({ before, after }: CustomerEvent): string | null {
  const address = after.address ?? before.address;
  return typeof address === "string" ? address : null;
}

function fieldList(after: Record<string, unknown>): string {
  const names = Object.keys(after).flatMap((field) => FIELD_NAMES[field] ?? []);
  if (names.length === 0) return "details";
  return names.length === 1 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

function addressKind(facts: Record<string, unknown>): string {
  const type = ADDRESS_TYPES.find((each) => each === facts.type);
  return type ? ADDRESS_TYPE_LABELS[type].toLowerCase() : "new";
}

function shown(field: string, value: unknown): string {
  if (value === null || value === undefined || value === "") return "none";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const text = String(value);
  if (/phone$/i.test(field)) return formatPhone(text);
  const status = CUSTOMER_STATUSES.find((each) => field === "status" && each === text);
  if (status) return CUSTOMER_STATUS_LABELS[status];
  const type = CUSTOMER_TYPES.find((each) => field === "customerType" && each === text);
  return type ? CUSTOMER_TYPE_LABELS[type] : text;
}
