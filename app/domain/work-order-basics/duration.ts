/** Limits and default of a job's duration. */
export const DURATION_MINUTES = { min: 5, max: 10_080, usual: 60 } as const;

export const durationText = "Duration must be between 5 minutes and 7 days";
