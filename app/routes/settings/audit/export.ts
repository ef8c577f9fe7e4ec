import { actionLabel } from "~/domain/audit/audit-log";
import { allowAuditExport, exportAuditLog } from "~/domain/audit/audit-log.server";
import { AuditScreenFilter } from "~/domain/audit/schema";
import { escapeFormula, writeCsv } from "~/domain/finance/imports/csv/write";
import { pageLoader } from "~/http/page-loader";

const HEADER = ["Time (UTC)", "User", "Action", "Details", "Times", "Device", "Network", "Record", "Record ID"];

/** The filtered log as CSV, streamed as it is read. */
export const loader = pageLoader(async ({ ctx, url }) => {
  await allowAuditExport(ctx);
  const filter = AuditScreenFilter.parse(Object.fromEntries(url.searchParams));
  const pages = exportAuditLog(ctx, filter);
  const encoder = new TextEncoder();
  let isFirst = true;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value: lines, done } = await pages.next();
      if (done) return controller.close();
      const rows = lines.map((line) =>
        [
          ...[line.at, line.person?.name ?? "Plenum", actionLabel(line), line.detail ?? "", String(line.count)],
          ...[line.device ?? "", line.network ?? "", line.entity, line.entityId ?? ""],
        ].map(escapeFormula),
      );
      const csv = writeCsv(HEADER, rows);
      controller.enqueue(encoder.encode(isFirst ? csv : csv.slice(csv.indexOf("\r\n"))));
      isFirst = false;
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="audit-log-${ctx.now.toISOString().slice(0, 10)}.csv"`,
    },
  });
});
