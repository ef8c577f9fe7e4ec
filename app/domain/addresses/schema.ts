import { z } from "zod";
import { blankToNull, line, optionalLine, paging, version } from "~/domain/shared/fields";
import { isZone } from "~/domain/shared/time/time-zones";
import { ADDRESS_TYPES, readPostalCode, readState } from "./address";
import { PRECISIONS } from "./geocode";

const state = z
  .string({ error: "State is required" })
  .trim()
  .min(1, "State is required")
  .max(100, "Please choose a US state")
  .transform((text, check) => readState(text) ?? refuse(check, "Please choose a US state"));

const postalCode = z
  .string({ error: "ZIP code is required" })
  .trim()
  .min(1, "ZIP code is required")
  .max(20, "Please enter a ZIP code such as 53208")
  .transform((text, check) => readPostalCode(text) ?? refuse(check, "Please enter a ZIP code such as 53208"));

function refuse(check: z.RefinementCtx, message: string): never {
  check.addIssue({ code: "custom", message });
  return z.NEVER;
}

const type = z.enum(ADDRESS_TYPES, { error: "Please choose billing or service" });

/** Location and notes for visitors. */
const placeFields = {
  label: optionalLine(80),
  line1: line("Street address is required", 200),
  line2: optionalLine(200),
  city: line("City is required", 100),
  state,
  postalCode,
  timeZone: blankToNull(z.string().max(60).refine(isZone, "Please choose a time zone")),
};

const pointFields = {
  latitude: blankToNull(z.number("Latitude must be a number").min(-90).max(90)),
  longitude: blankToNull(z.number("Longitude must be a number").min(-180).max(180)),
};

const needsBoth = { error: "A location needs both a latitude and a longitude", path: ["latitude"] };

const refusesZero = { error: "0, 0 is not a place in the United States", path: ["latitude"] };

const isNotZero = (place: { latitude?: number | null; longitude?: number | null }) =>
  place.latitude !== 0 || place.longitude !== 0;

const hasWholePoint = (place: { latitude?: number | null; longitude?: number | null }) =>
  (place.latitude ?? null) === null ? (place.longitude ?? null) === null : (place.longitude ?? null) !== null;

/** A new address of a customer. The first of its type is always primary. */
export const NewAddress = z
  .object({ type: type.default("service"), isPrimary: z.boolean().default(false), ...placeFields, ...pointFields })
  .refine(hasWholePoint, needsBoth)
  .refine(isNotZero, refusesZero);

export type NewAddress = z.output<typeof NewAddress>;

/** Like `NewAddress`, with the customer's id in the body; omitted for an address without a customer. */
export const NewAddressOf = NewAddress.safeExtend({
  customerId: z.uuid("Invalid customer id").nullable().default(null),
});

/** Omitted fields keep their values. */
export const AddressPatch = z
  .object({ type, isPrimary: z.boolean(), ...placeFields, ...pointFields })
  .partial()
  .extend({ version })
  .refine(hasWholePoint, needsBoth)
  .refine(isNotZero, refusesZero);

export type AddressPatch = z.output<typeof AddressPatch>;

/** The address dialog: blank fields are cleared. An unticked box leaves the primary address unchanged. */
export const AddressForm = z.object({ type, isPrimary: z.boolean().optional(), ...placeFields });

export const AddressEditForm = AddressForm.extend({ version });

/** The address part of the new-customer form. */
const PlaceForm = z.object({
  line1: placeFields.line1,
  line2: placeFields.line2,
  city: placeFields.city,
  state,
  postalCode,
});

export type PlaceOutput = z.output<typeof PlaceForm>;

/** If all fields of a group are blank, the group is absent. */
export const OptionalPlace = z.preprocess(
  (value: z.input<typeof PlaceForm> | undefined) =>
    typeof value === "object" && value !== null && Object.values(value).some((text) => text) ? value : undefined,
  PlaceForm.optional(),
);

/** Unknown values of an address of which only the place is known. */
export const bare = { label: null, timeZone: null, latitude: null, longitude: null };

export const AddressFilter = z.object({ customerId: z.uuid("Invalid customer id").optional(), ...paging });

export type AddressFilter = z.output<typeof AddressFilter>;

const nullable = z.string().nullable();

/** An address in the API's format. */
export const Address = z.object({
  id: z.string(),
  customerId: nullable,
  type: z.enum(ADDRESS_TYPES),
  isPrimary: z.boolean(),
  label: nullable,
  line1: z.string(),
  line2: nullable,
  city: z.string(),
  state: z.string(),
  postalCode: z.string(),
  timeZone: nullable,
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Address = z.output<typeof Address>;

const query = line("Enter a search term", 200);

const region = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2}$/, "region must be a country code such as us")
  .default("us");

const SEARCH_TYPES = ["address", "postal_code", "city"] as const;

export const AutocompleteInput = z.object({ query, region });

export type AutocompleteInput = z.output<typeof AutocompleteInput>;

export const SearchInput = z.object({
  query,
  region,
  types: z
    .array(z.enum(SEARCH_TYPES))
    .min(1, "Request at least one type")
    .default([...SEARCH_TYPES]),
});

export type SearchInput = z.output<typeof SearchInput>;

export const VerifyInput = z.object({
  line1: line("Street address is required", 200),
  line2: z.string().trim().max(200).nullable().optional(),
  city: line("City is required", 100),
  state: line("State is required", 100),
  postalCode: line("ZIP code is required", 20),
});

export type VerifyInput = z.output<typeof VerifyInput>;

export const FoundPlaceAnswer = z.object({
  label: z.string(),
  line1: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  postalCode: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
  precision: z.enum(PRECISIONS),
});
