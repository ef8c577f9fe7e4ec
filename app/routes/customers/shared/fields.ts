import type { AddressType } from "~/domain/addresses/rules";
import { formatPhone } from "~/domain/shared/phones";

export const customerLabels = {
  customerType: "Customer type",
  status: "Status",
  firstName: "First name",
  lastName: "Last name",
  companyName: "Company name",
  phone: "Phone",
  email: "Email",
  emergencyContactName: "Emergency contact",
  emergencyContactPhone: "Emergency phone",
  notes: "Notes",
} as const;

export type CustomerField = keyof typeof customerLabels;
export type CustomerTexts = Record<CustomerField, string>;

export const placeLabels = {
  line1: "Street address",
  line2: "Apartment, suite, floor",
  city: "City",
  state: "State",
  postalCode: "ZIP code",
} as const;

export type PlaceTexts = Record<keyof typeof placeLabels, string>;

export const addressLabels = {
  type: "Kind of address",
  isPrimary: "Primary",
  label: "Label",
  ...placeLabels,
  timeZone: "Time zone",
  accessNotes: "Access notes",
} as const;

export type AddressTexts = Record<keyof typeof addressLabels, string>;

/** Longest texts, as the schema has them. */
export const customerLimits = {
  firstName: { maxLength: 100 },
  lastName: { maxLength: 100 },
  companyName: { maxLength: 200 },
  phone: { maxLength: 40 },
  email: { maxLength: 254 },
  emergencyContactName: { maxLength: 120 },
  emergencyContactPhone: { maxLength: 40 },
  notes: { maxLength: 4000 },
} as const;

export const placeLimits = {
  line1: { maxLength: 200 },
  line2: { maxLength: 200 },
  city: { maxLength: 100 },
  postalCode: { maxLength: 20 },
} as const;

/** What an address cannot be without is asked for before it is sent. */
export const addressLimits = {
  label: { maxLength: 80 },
  line1: { ...placeLimits.line1, required: true },
  line2: placeLimits.line2,
  city: { ...placeLimits.city, required: true },
  state: { required: true },
  postalCode: { ...placeLimits.postalCode, required: true },
  accessNotes: { maxLength: 1000 },
} as const;

/** A customer as the form shows it. */
export function customerTexts(customer: object): CustomerTexts {
  const texts = textsOf(customer, customerLabels);
  return {
    ...texts,
    phone: formatPhone(texts.phone),
    emergencyContactPhone: formatPhone(texts.emergencyContactPhone),
  };
}

export function addressTexts(address: object): AddressTexts {
  return textsOf(address, addressLabels);
}

/** Guarantee: every name of `labels` has a text, blank where the source has none. */
function textsOf<Name extends string>(source: object, labels: Record<Name, string>): Record<Name, string> {
  const given = new Map<string, unknown>(Object.entries(source));
  const text = (value: unknown) => (value === true ? "on" : typeof value === "string" ? value : "");
  return Object.fromEntries(Object.keys(labels).map((name) => [name, text(given.get(name))])) as Record<Name, string>;
}

/** What a new address starts as: a service address, most often. */
export function newAddressTexts(type: AddressType = "service"): AddressTexts {
  return { ...addressTexts({}), type };
}
