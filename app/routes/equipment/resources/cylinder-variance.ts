import { csvFile } from "~/domain/export/csv-answer.server";
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
  return csvFile({ fileName: `cylinder-variance-${month}.csv`, header: HEADER, rows });
});
