export const TIME_OFF_REASONS = ["vacation", "sick", "training", "personal", "other"] as const;
export type TimeOffReason = (typeof TIME_OFF_REASONS)[number];

export const TIME_OFF_LABELS: Record<TimeOffReason, string> = {
  vacation: "Vacation",
  sick: "Sick",
  training: "Training",
  personal: "Personal",
  other: "Time off",
};

/** The longest absence in days. */
export const LONGEST_TIME_OFF = 400;
