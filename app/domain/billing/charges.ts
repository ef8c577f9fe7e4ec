import { formatMoney } from "~/domain/shared/money";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { type BillingRules, percentText } from "./settings";
import { mulDiv, PPM, type PricedLine } from "./totals";

/** The kinds of lines on a document. */
export const LINE_KINDS = ["labor", "service", "part", "trip", "other"] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export const LINE_KIND_LABELS: Record<LineKind, string> = {
  labor: "Labor",
  service: "Service",
  part: "Part",
  trip: "Trip",
  other: "Other",
};

/** A line as billed; `unitPriceMinor` null means that no price is set, which is not the same as 0. */
export interface ChargeLine extends Omit<PricedLine, "unitPriceMinor"> {
  kind: LineKind;
  description: string;
  /** The name of the equipment; lines are grouped by it. */
  equipment: string | null;
  unit: string;
  unitPriceMinor: number | null;
  /** The cost of the whole line to the business; null if unknown. */
  costMinor: number | null;
}

export interface BillablePart {
  description: string;
  equipment: string | null;
  quantityMilli: number;
  unit: string;
  /** The total cost. */
  costMinor: number | null;
  /** The price of one unit. */
  listPriceMinor: number | null;
}

/** The facts about a job that affect billing. */
export interface JobFacts {
  serviceType: { id: string; name: string; flatPriceMinor: number | null } | null;
  /** Time clocked while the job was in progress. */
  laborSeconds: number;
  /** Time clocked on the way there; 0 if departure was not recorded. */
  travelSeconds: number;
  /** Whether anyone set out. */
  reachedSite: boolean;
  /** Nobody was home: only the trip is billed. */
  customerAbsent: boolean;
  /** The people sent, lead first. `hourlyCostMinor`: the cost of one of their hours; null if unknown. */
  crew: readonly { id: string; name: string; hourlyCostMinor: number | null }[];
  parts: readonly BillablePart[];
}

export interface Flag {
  code: "no_labor_rate" | "no_part_price" | "not_billed" | "still_running" | "nothing_clocked";
  message: string;
}

/** A clocked time as billed, in thousandths of an hour. */
function billedHoursMilli(seconds: number, roundingMinutes: number): number {
  if (roundingMinutes === 0) return mulDiv(Math.round(seconds), 1000, HOUR_SECONDS);
  const steps = Math.ceil(Math.round(seconds) / (roundingMinutes * 60));
  return mulDiv(steps * roundingMinutes, 1000, 60);
}

/** The lines billed for a job under these rules, and flags to review first. */
export function chargesOf(workOrder: JobFacts, rules: BillingRules): { lines: ChargeLine[]; flags: Flag[] } {
  const parts = workOrder.parts.map((part) => partLine(part, rules));
  const unpriced = parts.filter(({ unitPriceMinor }) => unitPriceMinor === null);
  const flags = unpriced.map(({ description }): Flag => {
    return { code: "no_part_price", message: `${description} has no price.` };
  });
  if (workOrder.customerAbsent) return { lines: [...tripLines(workOrder, rules), ...parts], flags };
  const flat = workOrder.serviceType?.flatPriceMinor ?? null;
  if (flat !== null) return { lines: [flatLine(workOrder, flat, rules), ...parts], flags };
  const labor = laborLines(workOrder, rules);
  if (labor.length === 0 && workOrder.reachedSite)
    flags.push({ code: "nothing_clocked", message: "No labor time was clocked." });
  if (labor.some(({ unitPriceMinor }) => unitPriceMinor === null))
    flags.push({ code: "no_labor_rate", message: "No labor rate is set for this job." });
  const lines = [
    ...labor,
    ...minimumLines(labor, rules),
    ...(workOrder.reachedSite ? tripLines(workOrder, rules) : []),
    ...parts,
  ];
  return { lines, flags };
}

const one = { quantityMilli: 1000, unit: "EA", discountPpm: 0, equipment: null };

/** A flat price is for the work, so it is taxed like labor. */
function flatLine(workOrder: JobFacts, flat: number, { laborTaxable: taxable }: BillingRules): ChargeLine {
  const description = workOrder.serviceType?.name ?? "Service";
  return {
    ...one,
    kind: "service",
    description,
    unitPriceMinor: flat,
    taxable,
    costMinor: timeCost(workOrder, workOrder.laborSeconds),
  };
}

/** The cost of this much time of everyone; null if any hourly cost is unknown. */
function timeCost({ crew }: Pick<JobFacts, "crew">, seconds: number): number | null {
  if (crew.length === 0) return null;
  let cost = 0;
  for (const { hourlyCostMinor } of crew) {
    if (hourlyCostMinor === null) return null;
    cost += mulDiv(Math.round(seconds), hourlyCostMinor, HOUR_SECONDS);
  }
  return cost;
}

function laborLines(workOrder: JobFacts, rules: BillingRules): ChargeLine[] {
  const hours = billedHoursMilli(workOrder.laborSeconds, rules.roundingMinutes);
  if (hours === 0) return [];
  return workOrder.crew.map((person) => ({
    ...{ ...one, kind: "labor" as const, unit: "HR", quantityMilli: hours, taxable: rules.laborTaxable },
    description: `Labor, ${person.name}`,
    unitPriceMinor: rateOf(person.id, workOrder, rules),
    costMinor: timeCost({ crew: [person] }, workOrder.laborSeconds),
  }));
}

function rateOf(technicianId: string, { serviceType }: JobFacts, rules: BillingRules): number | null {
  const ofType = rules.serviceTypeRates.find(({ serviceTypeId }) => serviceTypeId === serviceType?.id);
  const ofPerson = rules.technicianRates.find((rate) => rate.technicianId === technicianId);
  return ofType?.rateMinor ?? ofPerson?.rateMinor ?? rules.laborRateMinor;
}

/** The difference to the minimum labor charge. */
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

/** The cost of a trip is its time; unknown if that was not clocked. */
function tripLines(workOrder: JobFacts, { tripChargeMinor }: BillingRules): ChargeLine[] {
  if (tripChargeMinor === 0) return [];
  const line = { ...one, kind: "trip" as const, description: "Trip charge", taxable: false };
  return [
    {
      ...line,
      unitPriceMinor: tripChargeMinor,
      costMinor: workOrder.travelSeconds > 0 ? timeCost(workOrder, workOrder.travelSeconds) : null,
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

/** Marked up from its cost if the rules say so and the cost is known; else its list price. */
function partPrice(part: BillablePart, { partsPricing, partsMarkupPpm }: BillingRules): number | null {
  const { costMinor, quantityMilli, listPriceMinor } = part;
  if (partsPricing === "list" || costMinor === null) return listPriceMinor;
  return mulDiv(1000 * costMinor, PPM + partsMarkupPpm, quantityMilli * PPM);
}

/** Describes the discount on a line alone, such as "10% off"; null for none. */
export function lineDiscountText({
  discountPpm,
  discountAmountMinor = 0,
}: Pick<PricedLine, "discountPpm" | "discountAmountMinor">): string | null {
  const texts = [
    discountPpm > 0 && `${percentText(discountPpm)} off`,
    discountAmountMinor > 0 && `${formatMoney(discountAmountMinor)} off`,
  ];
  return texts.filter(Boolean).join(" · ") || null;
}

/** Describes how a job's parts are priced. */
export function partsPricingText({ partsPricing, partsMarkupPpm }: BillingRules): string {
  return partsPricing === "list" ? "list price" : `cost plus ${percentText(partsMarkupPpm)}`;
}
