/** The newest file of migrations/. A Worker is ready once its database has it. */
export const LATEST_MIGRATION = "0264_what_if_scenarios.sql";
