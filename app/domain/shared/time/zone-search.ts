import { US_ZONES } from "./us-zones";

const usNames: { readonly [zone: string]: string | undefined } = US_ZONES;

/** The displayed name: "Central (Chicago)", "Europe/Berlin", "America/Port of Spain". */
export function zoneLabel(zone: string): string {
  return usNames[zone] ?? zone.replaceAll("_", " ");
}

/**
 * The zones in which each word of `text` begins a word of the zone's name or of its everyday name in the United States; U.S.
 * zones first, and only those if the text is empty.
 */
export function searchZones(zones: readonly string[], text: string): string[] {
  const words = wordsOf(text);
  const others = words.length === 0 ? [] : zones.filter((zone) => usNames[zone] === undefined);
  return [...Object.keys(US_ZONES), ...others].filter((zone) => {
    const names = wordsOf(`${zone} ${zoneLabel(zone)}`);
    return words.every((word) => names.some((name) => name.startsWith(word)));
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9+-]+/g) ?? [];
}
