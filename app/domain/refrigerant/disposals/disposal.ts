import type { CivilDate } from "~/domain/shared/time/dates";

/** The log covers appliances with a full charge above 5 and under 50 lb (40 CFR 82.156); thousandths of a pound. */
export const SMALL_FROM_MILLI_LB = 5000;
export const SMALL_TO_MILLI_LB = 50_000;

/** Refrigerant recovered from an appliance before its disposal. Weights are thousandths of a pound. */
export interface Disposal {
  id: string;
  date: CivilDate;
  customerName: string | null;
  /** The appliance's location. */
  location: string | null;
  equipmentId: string;
  equipmentName: string;
  circuitName: string;
  refrigerant: string;
  /** Null: not entered. */
  chargeMilliLb: number | null;
  recoveredMilliLb: number;
  cylinder: string | null;
  technician: string | null;
  certificate: string | null;
}

export interface DisposalTotal {
  refrigerant: string;
  appliances: number;
  recoveredMilliLb: number;
}

/** Totals by refrigerant: the amount recovered, and the number of appliances. */
export function disposalTotals(disposals: readonly Disposal[]): DisposalTotal[] {
  const refrigerants = [...new Set(disposals.map(({ refrigerant }) => refrigerant))].sort();
  return refrigerants.map((refrigerant) => {
    const own = disposals.filter((disposal) => disposal.refrigerant === refrigerant);
    return {
      refrigerant,
      appliances: new Set(own.map(({ equipmentId }) => equipmentId)).size,
      recoveredMilliLb: own.reduce((sum, { recoveredMilliLb }) => sum + recoveredMilliLb, 0),
    };
  });
}
