export const LOCATION_TYPES = ["warehouse", "truck", "bin", "job_site", "transit"] as const;
export type LocationType = (typeof LOCATION_TYPES)[number];

export const LOCATION_TYPE_LABELS: Record<LocationType, string> = {
  warehouse: "Warehouse",
  truck: "Truck",
  bin: "Bin",
  job_site: "Job site",
  transit: "In transit",
};

/** How full a location is, in percent, rounded; null without a capacity. Above 100 it is overfull. */
export function capacityUtilization(onHandMilli: number, capacityMilli: number | null): number | null {
  return capacityMilli === null ? null : Math.round((onHandMilli * 100) / capacityMilli);
}
