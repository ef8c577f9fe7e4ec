export const RESERVATION_STATUSES = ["open", "fulfilled", "released"] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];

export const RESERVATION_STATUS_LABELS: Record<ReservationStatus, string> = {
  open: "Open",
  fulfilled: "Used",
  released: "Released",
};
