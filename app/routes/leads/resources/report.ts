import { csvFile } from "~/domain/export/csv-answer.server";
import { REPORT_COLUMNS, reportRows } from "~/domain/leads/lead";
import { leadReport } from "~/domain/leads/report.server";
import { ReportView } from "~/domain/leads/schema";
import { pageLoader } from "~/http/page-loader";

/** The lead conversion report as a file. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const report = await leadReport(ctx, ReportView.parse(Object.fromEntries(url.searchParams)));
  const fileName = `leads-${report.from}-to-${report.to}.csv`;
  return csvFile({ fileName, header: REPORT_COLUMNS, rows: reportRows(report) });
});
