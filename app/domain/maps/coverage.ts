import { counted } from "~/domain/shared/text/counted";

export const COVERAGE_KINDS = ["state", "county", "zip"] as const;

/** Below this many sites no number is shown, since it would be about someone's home. */
export const SMALLEST_SHOWN = 5;

/** A served state, county or ZIP code; `sites` is null if there are fewer than SMALLEST_SHOWN. */
export interface CoveredArea {
  code: string;
  name: string;
  sites: number | null;
}

/** "12 properties", "1 property", "fewer than 5 properties". */
export const coverageText = (sites: number | null): string =>
  sites === null ? `fewer than ${SMALLEST_SHOWN} properties` : counted(sites, "property", "properties");

/**
 * The fill opacity of each area, 0 to 1, by its code: the square root of its share, so that a single city does not fade
 * everything else.
 */
export function shadesOf(areas: readonly CoveredArea[]): Map<string, number> {
  const most = Math.max(SMALLEST_SHOWN, ...areas.map(({ sites }) => sites ?? 0));
  return new Map(areas.map(({ code, sites }) => [code, Math.sqrt((sites ?? 1) / most)]));
}
