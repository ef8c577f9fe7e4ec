import { type BillingRules, percentText } from "./settings";
import { mulDiv, PPM, type PricedLine } from "./totals";

/** What a line of a document is about. */
export const LINE_KINDS = ["labor", "service", "part", "trip", "other"] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const LINE_KIND_LABELS: Record<LineKind, string> = {
  labor: "Labor",
  service: "Service",
  part: "Part",
  trip: "Trip",
  other: "Other",
};

/** A line as it is billed; `unitPriceMinor` null: nobody has set a price, which is never 0. */
export interface ChargeLine extends Omit<PricedLine, "unitPriceMinor"> {
  kind: LineKind;
  description: string;
  /** The equipment it is about, by name: lines are grouped by it. */
  equipment: string | null;
  unit: string;
  unitPriceMinor: number | null;
  /** What the whole line cost the business; null: not known. */
  costMinor: number | null;
}

export interface BillablePart {
  description: string;
  equipment: string | null;
  quantityMilli: number;
  unit: string;
  /** Of all of it. */
  costMinor: number | null;
  /** Of one unit. */
  listPriceMinor: number | null;
}

/** What happened on a job, as far as it is billed. */
export interface JobFacts {
  serviceType: { id: string; name: string; flatPriceMinor: number | null } | null;
  /** Clocked while the job was in progress. */
  laborSeconds: number;
  /** Clocked on the way there; 0 where nobody said that they set out. */
  travelSeconds: number;
  /** Whether anybody set out. */
  reachedSite: boolean;
  /** Nobody was home: only the trip is billed. */
  customerAbsent: boolean;
  /** Who was sent, the lead first. `hourlyCostMinor`: what an hour of theirs costs; null: not known. */
  crew: readonly { id: string; name: string; hourlyCostMinor: number | null }[];
  parts: readonly BillablePart[];
}

export interface Flag {
  code: "no_labor_rate" | "no_part_price" | "still_running" | "nothing_clocked";
  message: string;
}

/** A clocked time as it is billed, in thousandths of an hour. */
export function billedHoursMilli(seconds: number, roundingMinutes: number): number {
  if (roundingMinutes === 0) return mulDiv(Math.round(seconds), 1000, 3600);
  const steps = Math.ceil(Math.round(seconds) / (roundingMinutes * 60));
  return mulDiv(steps * roundingMinutes, 1000, 60);
}

/** The lines that a job is billed with by these rules, and what is to be looked at before it is. */
export function chargesOf(job: JobFacts, rules: BillingRules): { lines: ChargeLine[]; flags: Flag[] } {
  const parts = job.parts.map((part) => partLine(part, rules));
  const unpriced = parts.filter(({ unitPriceMinor }) => unitPriceMinor === null);
  const flags = unpriced.map(({ description }): Flag => {
    return { code: "no_part_price", message: `${description} has no price.` };
  });
  if (job.customerAbsent) return { lines: [...tripLines(job, rules), ...parts], flags };
  const flat = job.serviceType?.flatPriceMinor ?? null;
  if (flat !== null) return { lines: [flatLine(job, flat, rules), ...parts], flags };
  const labor = laborLines(job, rules);
  if (labor.length === 0 && job.reachedSite)
    flags.push({ code: "nothing_clocked", message: "No labor time was clocked." });
  if (labor.some(({ unitPriceMinor }) => unitPriceMinor === null))
    flags.push({ code: "no_labor_rate", message: "No labor rate is set for this job." });
  const lines = [...labor, ...minimumLines(labor, rules), ...(job.reachedSite ? tripLines(job, rules) : []), ...parts];
  return { lines, flags };
}

const one = { quantityMilli: 1000, unit: "EA", discountPpm: 0, equipment: null };

/** A flat price is for the work: it is taxed as labor is. */
function flatLine(job: JobFacts, flat: number, { laborTaxable: taxable }: BillingRules): ChargeLine {
  const description = job.serviceType?.name ?? "Service";
  return {
    ...one,
    kind: "service",
    description,
    unitPriceMinor: flat,
    taxable,
    costMinor: timeCost(job, job.laborSeconds),
  };
}

/** What so much time of everybody cost; null where somebody's hour has no cost. */
function timeCost({ crew }: Pick<JobFacts, "crew">, seconds: number): number | null {
  if (crew.length === 0) return null;
  let cost = 0;
  for (const { hourlyCostMinor } of crew) {
    if (hourlyCostMinor === null) return null;
    cost += mulDiv(Math.round(seconds), hourlyCostMinor, 3600);
  }
  return cost;
}

function laborLines(job: JobFacts, rules: BillingRules): ChargeLine[] {
  const hours = billedHoursMilli(job.laborSeconds, rules.roundingMinutes);
  if (hours === 0) return [];
  return job.crew.map((person) => ({
    ...{ ...one, kind: "labor" as const, unit: "HR", quantityMilli: hours, taxable: rules.laborTaxable },
    description: `Labor, ${person.name}`,
    unitPriceMinor: rateOf(person.id, job, rules),
    costMinor: timeCost({ crew: [person] }, job.laborSeconds),
  }));
}

function rateOf(technicianId: string, { serviceType }: JobFacts, rules: BillingRules): number | null {
  const ofType = rules.serviceTypeRates.find(({ serviceTypeId }) => serviceTypeId === serviceType?.id);
  const ofPerson = rules.technicianRates.find((rate) => rate.technicianId === technicianId);
  return ofType?.rateMinor ?? ofPerson?.rateMinor ?? rules.laborRateMinor;
}

/** What is missing to the least that labor is billed at. */
function minimumLines(labor: readonly ChargeLine[], { minimumChargeMinor, laborTaxable }: BillingRules): ChargeLine[] {
  if (labor.length === 0 || labor.some(({ unitPriceMinor }) => unitPriceMinor === null)) return [];
  const billed = labor.reduce((sum, line) => sum + mulDiv(line.quantityMilli, line.unitPriceMinor ?? 0, 1000), 0);
  if (billed >= minimumChargeMinor) return [];
  return [
    {
      ...{ ...one, kind: "labor" as const, description: "Minimum labor charge, balance", costMinor: 0 },
      ...{ unitPriceMinor: minimumChargeMinor - billed, taxable: laborTaxable },
    },
  ];
}

/** What a trip cost is the time that it took; where nobody clocked that, it is not known. */
function tripLines(job: JobFacts, { tripChargeMinor }: BillingRules): ChargeLine[] {
  if (tripChargeMinor === 0) return [];
  const line = { ...one, kind: "trip" as const, description: "Trip charge", taxable: false };
  return [
    {
      ...line,
      unitPriceMinor: tripChargeMinor,
      costMinor: job.travelSeconds > 0 ? timeCost(job, job.travelSeconds) : null,
    },
  ];
}

function partLine(part: BillablePart, rules: BillingRules): ChargeLine {
  const { description, equipment, quantityMilli, unit, costMinor } = part;
  return {
    ...{ kind: "part", description, equipment, quantityMilli, unit, discountPpm: 0, taxable: true },
    unitPriceMinor: partPrice(part, rules),
    costMinor,
  };
}

/** Marked up from its cost where that is the rule and the cost is known; else its list price. */
function partPrice(part: BillablePart, { partsPricing, partsMarkupPpm }: BillingRules): number | null {
  const { costMinor, quantityMilli, listPriceMinor } = part;
  if (partsPricing === "list" || costMinor === null) return listPriceMinor;
  return mulDiv(mulDiv(costMinor, 1000, quantityMilli), PPM + partsMarkupPpm, PPM);
}

/** How the parts of a job are priced, in words. */
export function partsPricingText({ partsPricing, partsMarkupPpm }: BillingRules): string {
  return partsPricing === "list" ? "list price" : `cost plus ${percentText(partsMarkupPpm)}`;
}
