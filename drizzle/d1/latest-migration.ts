/** The newest file of migrations/. A Worker is ready once its databases have applied it. */
export const LATEST_MIGRATION = "0300_technicians_of_each_business.sql";
