import { escapeFormula, writeCsv } from "~/domain/finance/imports/csv/write";
import { VarianceView } from "~/domain/refrigerant/cylinders/schema";
import { cylinderVariance } from "~/domain/refrigerant/cylinders/variance.server";
import { pageLoader } from "~/http/page-loader";

const HEADER = [
  ...["Month", "Technician", "Charged lb", "Recovered lb", "Weighings", "Variance lb", "Mismatches", "Uncertified"],
];

/** The month's variance as CSV, one row per technician. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const { month, items } = await cylinderVariance(ctx, VarianceView.parse(Object.fromEntries(url.searchParams)));
  const rows = items.map((row) => [
    ...[month, row.technicianName ?? "Shop", row.chargedMilliLb / 1000, row.recoveredMilliLb / 1000],
    ...[row.weighings, row.varianceMilliLb / 1000, row.issues, row.uncertified],
  ]);
  return new Response(
    writeCsv(
      HEADER,
      rows.map((row) => row.map((cell) => (typeof cell === "number" ? String(cell) : escapeFormula(cell)))),
    ),
    {
      headers: {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": `attachment; filename="cylinder-variance-${month}.csv"`,
      },
    },
  );
});
