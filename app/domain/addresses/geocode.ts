import { prefixTerm, wordsOf } from "~/domain/shared/text/search";
import { readPostalCode, readState, US_STATES } from "./address";

/** How precise a point is. */
export const PRECISIONS = ["address", "street", "postal_code", "city"] as const;
export type Precision = (typeof PRECISIONS)[number];

/** A place on the map, from a provider or the embedded ZIP codes; unknown values are null. */
export type FoundPlace = {
  line1: string | null;
  city: string;
  state: string;
  postalCode: string | null;
  latitude: number;
  longitude: number;
  precision: Precision;
};

/** The text typed so far, split if possible: the street before the first comma, the place after it. */
type TypedAddress = { line1: string | null; place: string };

/**
 * Splits "1417 W Vliet St, Milw" into street and place. Without a comma, text starting with a house number is a street, and what
 * follows the street type is the place ("1417 W Vliet St Milwaukee"); anything else is a place.
 */
export function readTyped(text: string): TypedAddress {
  const typed = text.trim().replace(/\s+/g, " ");
  const comma = typed.indexOf(",");
  if (comma > 0) {
    const [street, place] = [typed.slice(0, comma).trim(), typed.slice(comma + 1).trim()];
    if (/\d/.test(street) && !readPostalCode(street)) return { line1: street, place: place || "" };
    return { line1: null, place: typed.replaceAll(",", " ").replace(/\s+/g, " ") };
  }
  const numbered =
    /^(\d+[a-z]? .*?(?:street|st|avenue|ave|road|rd|drive|dr|lane|ln|court|ct|place|pl|boulevard|blvd|way|terrace|ter|circle|cir|parkway|pkwy|highway|hwy)\.?) (.+)$/i.exec(
      typed,
    );
  if (numbered) return { line1: numbered[1] ?? null, place: numbered[2] ?? "" };
  if (/^\d+[a-z]? +\D/i.test(typed) && !/^\d{5} /.test(typed)) return { line1: typed, place: "" };
  return { line1: null, place: typed };
}

/** Full-text query for the words of a place, as prefixes; null if there are none. */
export function placeQuery(text: string): string | null {
  const words = wordsOf(text);
  return words.length > 0 ? words.map(prefixTerm).join(" ") : null;
}

/** The search words of a ZIP code: the code, its place, and its state by abbreviation and name. */
export function placeSearchText({
  postalCode,
  city,
  state,
}: {
  postalCode: string;
  city: string;
  state: string;
}): string {
  const name = Object.entries(US_STATES).find(([code]) => code === state)?.[1] ?? "";
  return `${postalCode} ${city} ${state} ${name}`;
}

/** `1417 W Vliet St, Milwaukee, WI 53205`, omitting unknown parts. */
export function placeLabel({
  line1,
  city,
  state,
  postalCode,
}: Omit<FoundPlace, "latitude" | "longitude" | "precision">) {
  return [line1, city, [state, postalCode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

/** "verified": a provider knows the street; "partial": only city, state and ZIP code were compared. */
export const VERDICTS = ["verified", "partial", "corrected", "unverified"] as const;
type Verdict = (typeof VERDICTS)[number];

export type ZipPlace = { postalCode: string; city: string; state: string; latitude: number; longitude: number };

type Given = { line1: string; city: string; state: string; postalCode: string };

type Checked = { verdict: Verdict; address: Given; messages: string[] };

/** Compares an address with its ZIP code, which has no streets; `zip` null: the ZIP code is unknown. */
export function checkAddress(given: Given, zip: ZipPlace | null): Checked {
  const postalCode = readPostalCode(given.postalCode) ?? given.postalCode;
  const state = readState(given.state) ?? given.state;
  const address = { ...given, state, postalCode };
  if (!zip) return { verdict: "unverified", address, messages: [`${postalCode} is not a known ZIP code.`] };
  const messages: string[] = [];
  if (zip.state !== state) messages.push(`${zip.postalCode} is in ${zip.state}, not in ${state}.`);
  if (!sameCity(zip.city, given.city)) messages.push(`${zip.postalCode} is ${zip.city}, ${zip.state}.`);
  if (zip.state !== state)
    return { verdict: "corrected", address: { ...address, city: zip.city, state: zip.state }, messages };
  const tidied = state !== given.state || postalCode !== given.postalCode;
  // A ZIP code covers more than one place: a different name is reported, not replaced.
  return { verdict: messages.length > 0 || tidied ? "corrected" : "partial", address, messages };
}

/** How far an address was checked; `precision` is that of its point, undefined without one. */
export function checkedExtent(verdict: Verdict, precision: Precision | undefined): string {
  switch (precision) {
    case "address":
      return "Exact address found.";
    case "street":
      return "Street found, but not the house number.";
    case "postal_code":
    case "city":
      return verdict === "partial" ? "ZIP matches city and state; street not checked." : "Street not checked.";
    case undefined:
      return "This address was not found.";
  }
}

function sameCity(one: string, other: string): boolean {
  const key = (text: string) =>
    text
      .toLowerCase()
      .replace(/\bsaint\b/g, "st")
      .replace(/[^a-z0-9]/g, "");
  return key(one) === key(other);
}
