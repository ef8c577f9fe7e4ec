export const COVERAGE_KINDS = ["state", "county", "zip"] as const;

/** Where fewer sites than this are served, no number is told: it would be about somebody's home. */
export const SMALLEST_SHOWN = 5;

/** A state, county or ZIP code that is served; `sites` is null where they are fewer than SMALLEST_SHOWN. */
export interface CoveredArea {
  code: string;
  name: string;
  sites: number | null;
}

/** "12 properties", "fewer than 5 properties". */
export const coverageText = (sites: number | null): string =>
  sites === null ? `fewer than ${SMALLEST_SHOWN} properties` : `${sites.toLocaleString("en-US")} properties`;

/** How strongly each area is filled, 0 to 1, by its code: as the root of its share, so that a city does not pale the country. */
export function shadesOf(areas: readonly CoveredArea[]): Map<string, number> {
  const most = Math.max(SMALLEST_SHOWN, ...areas.map(({ sites }) => sites ?? 0));
  return new Map(areas.map(({ code, sites }) => [code, Math.sqrt((sites ?? 1) / most)]));
}
