import { counted } from "~/domain/shared/text/counted";
import { addMonths, type CivilDate, daysBetween } from "~/domain/shared/time/dates";
import { type ChargeTrend, chargeLoss } from "./charge-trend";
import type { EquipmentType } from "./equipment";

/** Service life in years of well-maintained equipment by type; a business may override it per piece of equipment. */
const LIFESPAN_YEARS: Record<EquipmentType, number> = {
  air_conditioner: 15,
  heat_pump: 15,
  mini_split: 15,
  furnace: 20,
  boiler: 25,
  air_handler: 15,
  packaged_unit: 15,
  chiller: 23,
  refrigeration: 15,
  water_heater: 12,
  ventilator: 15,
  humidifier: 10,
  thermostat: 12,
  other: 15,
};

export type HealthFacts = {
  today: CivilDate;
  type: EquipmentType;
  installDate: CivilDate | null;
  /** The equipment's own service life in years, overriding the table. */
  lifespanYears: number | null;
  warrantyExpirationDate: CivilDate | null;
  /** Repairs in the twelve months up to today. */
  repairsLastYear: number;
  nextMaintenanceDate: CivilDate | null;
  criticalAlerts: number;
  /** For refrigerant circuits whose charge is not steady and in range. */
  chargeTrends: readonly ChargeTrend[];
};

type HealthFactor = {
  factor: "age" | "repairs" | "maintenance" | "alerts" | "charge";
  /** Never positive. */
  points: number;
  reason: string;
};

/** `score` is 100 plus the points of all factors; null ("unknown") without an install date, the other factors still shown. */
type Health = { score: number | null; factors: HealthFactor[]; unknown: string | null };

const AGE_AT_END_OF_LIFE = -60;
const AGE_AT_WORST = -85;
const REPAIR = { each: -6, floor: -30 } as const;
const ALERT = { each: -15, floor: -45 } as const;
const OVERDUE = { atOnce: -10, afterAQuarter: -15 } as const;
const QUARTER_DAYS = 90;

/** Returns a health score, with a reason for every lost point. */
export function healthScore(facts: HealthFacts): Health {
  const losses = [
    ageFactor(facts),
    repairsFactor(facts),
    maintenanceFactor(facts),
    alertsFactor(facts),
    chargeFactor(facts),
  ];
  const factors = withinHundred(losses.flatMap((factor) => (factor && factor.points < 0 ? [factor] : [])));
  if (facts.installDate === null) return { score: null, factors, unknown: "The install date is missing." };
  if (facts.installDate > facts.today) return { score: null, factors, unknown: "The install date is in the future." };
  return { score: 100 + sumOf(factors), factors, unknown: null };
}

// No loss during warranty; then 60 points spread by day to the end of its service life, 85 at most.
function ageFactor({
  today,
  type,
  installDate,
  lifespanYears,
  warrantyExpirationDate,
}: HealthFacts): HealthFactor | null {
  if (installDate === null || installDate > today) return null;
  const years = lifespanYears ?? LIFESPAN_YEARS[type];
  const endOfLife = addMonths(installDate, Math.round(years * 12));
  const fadesFrom =
    warrantyExpirationDate !== null && warrantyExpirationDate > installDate ? warrantyExpirationDate : installDate;
  if (today <= fadesFrom) return null;
  const span = daysBetween(fadesFrom, endOfLife);
  const share = span > 0 ? daysBetween(fadesFrom, today) / span : 1;
  const points = Math.max(AGE_AT_WORST, Math.round(share * AGE_AT_END_OF_LIFE));
  const age = Math.floor(daysBetween(installDate, today) / 365.25);
  return { factor: "age", points, reason: `${counted(age, "year")} old, expected life ${counted(years, "year")}` };
}

function repairsFactor({ repairsLastYear }: HealthFacts): HealthFactor {
  const points = Math.max(REPAIR.floor, repairsLastYear * REPAIR.each);
  return { factor: "repairs", points, reason: `${counted(repairsLastYear, "repair")} in 12 months` };
}

function maintenanceFactor({ today, nextMaintenanceDate }: HealthFacts): HealthFactor | null {
  const days = nextMaintenanceDate === null ? 0 : daysBetween(nextMaintenanceDate, today);
  if (days <= 0) return null;
  const points = days > QUARTER_DAYS ? OVERDUE.afterAQuarter : OVERDUE.atOnce;
  return { factor: "maintenance", points, reason: `Maintenance ${counted(days, "day")} overdue` };
}

function alertsFactor({ criticalAlerts }: HealthFacts): HealthFactor {
  const points = Math.max(ALERT.floor, criticalAlerts * ALERT.each);
  return { factor: "alerts", points, reason: counted(criticalAlerts, "critical alert") };
}

/** The worst of its circuits determines the factor. */
function chargeFactor({ chargeTrends, today }: HealthFacts): HealthFactor | null {
  const [worst] = chargeTrends
    .flatMap((trend) => chargeLoss(trend, today) ?? [])
    .toSorted((a, b) => a.points - b.points);
  return worst ? { factor: "charge", ...worst } : null;
}

// Limits the losses to 100 in total by cutting the last ones, so that the points still add up.
function withinHundred(factors: readonly HealthFactor[]): HealthFactor[] {
  let left = 100;
  return factors.flatMap((factor) => {
    const points = Math.max(-left, factor.points);
    left += points;
    return points < 0 ? [{ ...factor, points }] : [];
  });
}

function sumOf(factors: readonly HealthFactor[]): number {
  return factors.reduce((sum, { points }) => sum + points, 0);
}
