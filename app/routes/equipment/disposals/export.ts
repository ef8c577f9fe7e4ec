import { escapeFormula, writeCsv } from "~/domain/finance/imports/csv/write";
import { VarianceView } from "~/domain/refrigerant/cylinders/schema";
import { disposalFile } from "~/domain/refrigerant/disposals/log.server";
import { pageLoader } from "~/http/page-loader";

/** The month's disposal log as CSV. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const wanted = VarianceView.parse(Object.fromEntries(url.searchParams));
  const { fileName, header, rows } = await disposalFile(ctx, wanted);
  const csv = writeCsv(
    header,
    rows.map((row) => row.map(escapeFormula)),
  );
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
});
