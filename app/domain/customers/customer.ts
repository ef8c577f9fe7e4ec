import { parseRecordRef, type RecordRef } from "~/domain/shared/record-ref";

export const CUSTOMER_TYPES = ["residential", "commercial", "industrial", "government"] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

export const CUSTOMER_STATUSES = ["active", "inactive", "prospect", "suspended"] as const;
export type CustomerStatus = (typeof CUSTOMER_STATUSES)[number];

export const CUSTOMER_TYPE_LABELS: Record<CustomerType, string> = {
  residential: "Residential",
  commercial: "Commercial",
  industrial: "Industrial",
  government: "Government",
};

export const CUSTOMER_STATUS_LABELS: Record<CustomerStatus, string> = {
  active: "Active",
  inactive: "Inactive",
  prospect: "Prospect",
  suspended: "Suspended",
};

/** Sort orders of the customer list; a search always returns the newest first. */
export const CUSTOMER_SORTS = ["name", "newest"] as const;

/** Maximum length of a first or last name. */
export const MAX_NAME = 100;

export interface CustomerNames {
  customerType: CustomerType;
  firstName: string | null;
  lastName: string | null;
  companyName: string | null;
}

interface EmergencyContact {
  emergencyContactName: string | null;
  emergencyContactPhone: string | null;
}

function personName({ firstName, lastName }: CustomerNames): string | null {
  return firstName && lastName ? `${firstName} ${lastName}` : null;
}

/** The display name: the person for a home, otherwise the company, or whichever of the two exists. */
export function displayName(names: CustomerNames): string {
  const person = personName(names);
  const company = names.companyName;
  return (names.customerType === "residential" ? (person ?? company) : (company ?? person)) ?? "";
}

/** The person behind a company's name, or the company behind a person's; null if the display name is complete. */
export function secondName(names: CustomerNames): string | null {
  const other = [personName(names), names.companyName].find((name) => name && name !== displayName(names));
  return other ?? null;
}

/** The sort key of lists: people by last name, without diacritics, in lowercase. */
export function sortName(names: CustomerNames): string {
  const shown = displayName(names);
  const isPerson = shown === personName(names);
  const text = isPerson ? `${names.lastName}, ${names.firstName}` : shown;
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();
}

/** Field name -> problem, for the rules that span several fields. Empty if valid. */
export function customerProblems(customer: CustomerNames & EmergencyContact): Record<string, string> {
  return { ...nameProblems(customer), ...emergencyProblems(customer) };
}

function nameProblems(names: CustomerNames): Record<string, string> {
  const { customerType, firstName, lastName, companyName } = names;
  if (companyName || (firstName && lastName)) return {};
  if (customerType !== "residential" && !firstName && !lastName) return { companyName: "Company name is required" };
  return {
    ...(firstName ? {} : { firstName: "First name is required" }),
    ...(lastName ? {} : { lastName: "Last name is required" }),
  };
}

function emergencyProblems({ emergencyContactName, emergencyContactPhone }: EmergencyContact): Record<string, string> {
  if (emergencyContactName && !emergencyContactPhone)
    return { emergencyContactPhone: "An emergency contact needs a phone number" };
  if (emergencyContactPhone && !emergencyContactName)
    return { emergencyContactName: "An emergency contact needs a name" };
  return {};
}

export type CustomerRef = RecordRef;

/** Parses a reference from a URL: "12", "#12" or an id; null if it is none of them. */
export function parseCustomerRef(text: string): RecordRef | null {
  return parseRecordRef(text, /^#?(\d{1,9})$/);
}
