import type { Currency } from "~/domain/shared/money";

/** The region of a household's bank; banks are searched one region at a time. */
export const BANK_REGIONS = ["us", "ca", "gb", "eu"] as const;
export type BankRegion = (typeof BANK_REGIONS)[number];

export const BANK_REGION_LABELS: Record<BankRegion, string> = {
  us: "United States",
  ca: "Canada",
  gb: "United Kingdom",
  eu: "Europe",
};

/** Countries (ISO 3166-1 alpha-2) supported by the bank link. */
export const BANK_COUNTRIES = [
  ...["US", "CA", "GB", "ES", "NL", "FR", "IE", "DE", "IT", "PL", "DK", "NO", "SE", "EE", "LT", "LV"],
  ...["PT", "BE", "AT", "FI"],
] as const;

export function regionCountries(region: BankRegion): string[] {
  if (region === "eu") return BANK_COUNTRIES.filter((country) => !["US", "CA", "GB"].includes(country));
  return [region.toUpperCase()];
}

const regions: Partial<Record<Currency, BankRegion>> = { USD: "us", CAD: "ca", GBP: "gb", EUR: "eu" };

/** The region suggested by the most common account currency; the United States if there is none. */
export function proposedRegion(currencies: readonly Currency[]): BankRegion {
  const count = (region: BankRegion) => currencies.filter((currency) => regions[currency] === region).length;
  return BANK_REGIONS.reduce((best, region) => (count(region) > count(best) ? region : best));
}
