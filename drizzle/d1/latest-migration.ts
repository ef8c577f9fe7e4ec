/** The newest file of migrations/. A Worker is ready once its databases have applied it. */
export const LATEST_MIGRATION = "0360_refunds_from_invoices.sql";
