/** How the full charge of a circuit is known. */
export const CHARGE_BASES = ["nameplate", "calculated", "measured", "range"] as const;
export type ChargeBasis = (typeof CHARGE_BASES)[number];

export const CHARGE_BASIS_LABELS: Record<ChargeBasis, string> = {
  nameplate: "Nameplate",
  calculated: "Calculated",
  measured: "Measured",
  range: "Middle of a range",
};

export const REFRIGERANTS = [
  "R-410A",
  "R-454B",
  "R-32",
  "R-22",
  "R-134a",
  "R-404A",
  "R-407C",
  "R-448A",
  "R-290",
] as const;
export type Refrigerant = (typeof REFRIGERANTS)[number];

/** Thousandths of a pound as they are read: "6.25 lb". */
export function poundsText(milliPounds: number): string {
  return `${milliPounds / 1000} lb`;
}
