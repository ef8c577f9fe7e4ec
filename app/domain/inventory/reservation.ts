import { availableMilli } from "~/domain/inventory/items/item";
import { formatQuantity } from "./quantity";

export const RESERVATION_STATUSES = ["open", "fulfilled", "released"] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

export const RESERVATION_STATUS_LABELS: Record<ReservationStatus, string> = {
  open: "Open",
  fulfilled: "Used",
  released: "Released",
};

/** What is still reserved. */
export const openMilli = ({ quantityMilli, fulfilledMilli }: { quantityMilli: number; fulfilledMilli: number }) =>
  quantityMilli - fulfilledMilli;

interface Free {
  onHandMilli: number;
  reservedMilli: number;
  expiredMilli: number;
  /** The work orders it is reserved for: `WO-012`. */
  reservedFor: readonly string[];
}

/** The available quantity, shown next to quantity inputs: `3 available of 9, 5 reserved for WO-012, WO-017, 1 expired`. */
export function freeText({ reservedFor, ...stock }: Free): string {
  const { onHandMilli, reservedMilli, expiredMilli } = stock;
  if (reservedMilli === 0 && expiredMilli === 0) return `${formatQuantity(onHandMilli)} available`;
  const jobs = reservedFor.length > 0 ? ` for ${reservedFor.join(", ")}` : "";
  return [
    `${formatQuantity(availableMilli(stock))} available of ${formatQuantity(onHandMilli)}`,
    ...(reservedMilli > 0 ? [`${formatQuantity(reservedMilli)} reserved${jobs}`] : []),
    ...(expiredMilli > 0 ? [`${formatQuantity(expiredMilli)} expired`] : []),
  ].join(", ");
}
