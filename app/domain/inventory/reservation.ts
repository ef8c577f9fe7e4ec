import { formatQuantity } from "./quantity";

export const RESERVATION_STATUSES = ["open", "fulfilled", "released"] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

export const RESERVATION_STATUS_LABELS: Record<ReservationStatus, string> = {
  open: "Open",
  fulfilled: "Used",
  released: "Released",
};

interface Free {
  onHandMilli: number;
  reservedMilli: number;
  /** The work orders that it is reserved for: `WO-012`. */
  reservedFor: readonly string[];
}

/** What can be taken, wherever a quantity is chosen: `3 free of 8, 5 reserved for WO-012, WO-017`. */
export function freeText({ onHandMilli, reservedMilli, reservedFor }: Free): string {
  if (reservedMilli === 0) return `${formatQuantity(onHandMilli)} free`;
  const free = `${formatQuantity(onHandMilli - reservedMilli)} free of ${formatQuantity(onHandMilli)}`;
  const jobs = reservedFor.length > 0 ? ` for ${reservedFor.join(", ")}` : "";
  return `${free}, ${formatQuantity(reservedMilli)} reserved${jobs}`;
}
