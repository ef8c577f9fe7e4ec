/** The newest file of migrations/. A Worker is ready once its databases have applied it. */
export const LATEST_MIGRATION = "0272_customer_of_a_job.sql";
