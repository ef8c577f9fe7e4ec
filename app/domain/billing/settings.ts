/** Labor is billed in full steps of this many minutes; 0: as clocked. */
export const ROUNDING_MINUTES = [0, 6, 15] as const;
export type RoundingMinutes = (typeof ROUNDING_MINUTES)[number];

export const ROUNDING_LABELS: Record<RoundingMinutes, string> = {
  0: "As clocked",
  6: "Up to the next 6 minutes (0.1 hr)",
  15: "Up to the next 15 minutes",
};

export const PARTS_PRICINGS = ["list", "markup"] as const;
type PartsPricing = (typeof PARTS_PRICINGS)[number];

export const PARTS_PRICING_LABELS: Record<PartsPricing, string> = {
  list: "List price",
  markup: "Cost plus markup",
};

export interface TechnicianRate {
  technicianId: string;
  rateMinor: number;
}

export interface ServiceTypeRate {
  serviceTypeId: string;
  rateMinor: number;
}

/** The billing rules on a date. */
export interface BillingRules {
  /** The price of an hour of labor; null if not set. */
  laborRateMinor: number | null;
  technicianRates: readonly TechnicianRate[];
  serviceTypeRates: readonly ServiceTypeRate[];
  roundingMinutes: RoundingMinutes;
  /** The minimum labor charge. */
  minimumChargeMinor: number;
  tripChargeMinor: number;
  partsPricing: PartsPricing;
  partsMarkupPpm: number;
  laborTaxable: boolean;
  /** Days from issue to due; 0: due on receipt. */
  termsDays: number;
  footer: string | null;
}

/** The defaults before anything is set: no prices. */
export const UNSET_RULES: BillingRules = {
  laborRateMinor: null,
  technicianRates: [],
  serviceTypeRates: [],
  roundingMinutes: 15,
  minimumChargeMinor: 0,
  tripChargeMinor: 0,
  partsPricing: "list",
  partsMarkupPpm: 0,
  laborTaxable: false,
  termsDays: 30,
  footer: null,
};

export const TERMS_DAYS = [0, 7, 10, 14, 15, 30, 45, 60, 90] as const;

export function termsLabel(days: number): string {
  return days === 0 ? "Due on receipt" : `Net ${days}`;
}

interface PlacedRate {
  name: string;
  ratePpm: number;
  state: string;
  zipPrefix: string;
  effectiveFrom: string;
  endsOn: string | null;
}

interface Place {
  state: string;
  postalCode: string;
}

/**
 * The tax rates for a place on a date: all that match its state and ZIP prefix, for each name and area the latest. Null if none
 * match: the tax is then unknown, which is not the same as zero.
 */
export function ratesAt(rates: readonly PlacedRate[], place: Place | null, date: string) {
  if (!place) return null;
  const latest = new Map<string, PlacedRate>();
  for (const rate of rates) {
    const matches = rate.state === place.state && place.postalCode.startsWith(rate.zipPrefix);
    const holds = rate.effectiveFrom <= date && (rate.endsOn === null || rate.endsOn >= date);
    const key = `${rate.zipPrefix} ${rate.name.toLowerCase()}`;
    const known = latest.get(key);
    if (matches && holds && (!known || known.effectiveFrom < rate.effectiveFrom)) latest.set(key, rate);
  }
  if (latest.size === 0) return null;
  return [...latest.values()]
    .sort((a, b) => a.zipPrefix.length - b.zipPrefix.length || (a.name < b.name ? -1 : 1))
    .map(({ name, ratePpm }) => ({ name, ratePpm }));
}

/** Parts per million as `5.5%`. */
export function percentText(ppm: number): string {
  return `${ppm / 10_000}%`;
}

/** Technicians, and service types, with a rate field: those with a rate first. More than most businesses have. */
export const MAX_RATED = 1000;
