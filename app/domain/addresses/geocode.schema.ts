import { z } from "zod";
import { line } from "~/domain/shared/fields";
import { PRECISIONS } from "./geocode";

const query = line("Type what you look for", 200);
const region = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z]{2}$/, "A region is a country code like us")
  .default("us");

export const SEARCH_TYPES = ["address", "postal_code", "city"] as const;

export const AutocompleteInput = z.object({ query, region });
export type AutocompleteInput = z.output<typeof AutocompleteInput>;

export const SearchInput = z.object({
  query,
  region,
  types: z
    .array(z.enum(SEARCH_TYPES))
    .min(1, "Ask for at least one type")
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
