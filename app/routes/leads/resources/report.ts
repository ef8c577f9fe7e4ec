import { escapeFormula, writeCsv } from "~/domain/finance/imports/csv/write";
import { REPORT_COLUMNS, reportRows } from "~/domain/leads/lead";
import { leadReport } from "~/domain/leads/report.server";
import { ReportView } from "~/domain/leads/schema";
import { pageLoader } from "~/http/page-loader";

/** The lead conversion report as a file. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const report = await leadReport(ctx, ReportView.parse(Object.fromEntries(url.searchParams)));
  const rows = reportRows(report).map((row) => row.map(escapeFormula));
  return new Response(`${writeCsv(REPORT_COLUMNS, rows)}\r\n`, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="leads-${report.from}-to-${report.to}.csv"`,
    },
  });
});
