import { allowAuditExport, exportAuditLog } from "~/domain/audit/audit-log.server";
import { AuditScreenFilter } from "~/domain/audit/schema";
import { csvAnswer } from "~/domain/export/csv-answer.server";
import { todayOf } from "~/domain/shared/time/time-zones";
import { pageLoader } from "~/http/page-loader";
import { auditRows } from "~/routes/settings/audit/export-rows.server";

const HEADER = ["Time (UTC)", "User", "Action", "Details", "Times", "Device", "Network", "Record", "Record ID"];

/** The filtered log as CSV, streamed as it is read. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const me = await allowAuditExport(ctx);
  const filter = AuditScreenFilter.parse(Object.fromEntries(url.searchParams));
  const fileName = `audit-log-${todayOf(ctx, me)}.csv`;
  return csvAnswer(ctx, auditRows(exportAuditLog(ctx, filter)), { header: HEADER, fileName });
});
