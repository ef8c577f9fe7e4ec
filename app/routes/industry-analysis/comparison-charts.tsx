import { lazy } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "~/components/ui/table";
import { type ComparedIndustry, type Comparison, seasonLines } from "~/domain/industries/analysis";
import { MEASURE_LABELS, type Measure, measuresOf } from "~/domain/industries/figures";
import { MONTHS } from "~/domain/shared/time/date-format";
import { wholeDollars, wholeNumber } from "./number-format";

const IndustryBars = lazy(async () => ({ default: (await import("./industry-bars")).IndustryBars }));
const SeasonChart = lazy(async () => ({ default: (await import("./season-chart")).SeasonChart }));

const charted: readonly { measure: Measure; description: string; format: (value: number) => string }[] = [
  {
    measure: "employees",
    description: "A figure from another source or year is marked in the table above.",
    format: wholeNumber,
  },
  { measure: "weeklyPay", description: "Everyone on the payroll, before taxes.", format: wholeDollars },
  // In analyses saved before weekly pay was known.
  { measure: "annualPay", description: "Everyone on the payroll, before taxes.", format: wholeDollars },
];

/** Charts of the figures that can be drawn. Figures known for too few industries are only in the table. */
export function ComparisonCharts({ comparison }: { comparison: Comparison }) {
  const { industries } = comparison;
  const lines = seasonLines(comparison);
  const known = measuresOf(industries);
  const drawn = charted.filter(
    ({ measure }) => known.includes(measure) && !(measure === "annualPay" && known.includes("weeklyPay")),
  );
  if (drawn.length === 0 && lines.length === 0) return null;
  return (
    <div className="grid gap-6 xl:grid-cols-3">
      {drawn.map(({ measure, description, format }) => (
        <ChartFrame
          key={measure}
          title={MEASURE_LABELS[measure]}
          description={description}
          table={
            <Table className="text-sm">
              <TableCaption>{`${MEASURE_LABELS[measure]} by industry`}</TableCaption>
              <TableHeader>
                <TableRow>
                  <TableHead>Industry</TableHead>
                  <TableHead numeric>{MEASURE_LABELS[measure]}</TableHead>
                </TableRow>
              </TableHeader>
              <TableBody>
                {industries.map(({ code, label, figures }) => (
                  <TableRow key={code}>
                    <TableHead scope="row">{label}</TableHead>
                    <TableCell numeric>{figures[measure] ? format(figures[measure].value) : "Not available"}</TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          }
        >
          <IndustryBars bars={industries.map((industry) => barOf(industry, measure))} format={format} />
        </ChartFrame>
      ))}
      {lines.length > 0 && (
        <ChartFrame
          title="Through the year"
          description={`Each month against the average of the months known: 100 is the average.${lines.some(({ values }) => values.includes(null)) ? " Months without a figure are left out." : ""}`}
          table={
            <Table className="text-sm">
              <TableCaption>Each month against the average</TableCaption>
              <TableHeader>
                <TableRow>
                  <TableHead>Month</TableHead>
                  {lines.map(({ name }) => (
                    <TableHead key={name} numeric>
                      {name}
                    </TableHead>
                  ))}
                </TableRow>
              </TableHeader>
              <TableBody>
                {MONTHS.map((month, at) => (
                  <TableRow key={month}>
                    <TableHead scope="row">{month}</TableHead>
                    {lines.map(({ name, values }) => (
                      <TableCell key={name} numeric>
                        {values[at] ?? "Not available"}
                      </TableCell>
                    ))}
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          }
        >
          <SeasonChart lines={lines} />
        </ChartFrame>
      )}
    </div>
  );
}

const barOf = ({ label, figures }: ComparedIndustry, measure: Measure) => ({
  label,
  value: figures[measure]?.value ?? null,
});
