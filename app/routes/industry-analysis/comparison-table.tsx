import type { ReactNode } from "react";
import { type Column, DataTable } from "~/components/data-table/data-table";
import { MoneyText } from "~/components/money-text";
import { type ComparedIndustry, percentText } from "~/domain/industries/analysis";
import { type Figure, isPay, MEASURE_LABELS, type Measure, measuresOf, SOURCES } from "~/domain/industries/figures";
import { formatMonth } from "~/domain/shared/time/date-format";
import { wholeDollars, wholeNumber } from "./number-format";

/** Industries side by side, with the source of each figure. */
export function ComparisonTable({ industries }: { industries: readonly ComparedIndustry[] }) {
  const rows: readonly { name: string; cell: (industry: ComparedIndustry) => ReactNode }[] = [
    ...measuresOf(industries).map((measure) => ({
      name: MEASURE_LABELS[measure],
      cell: ({ figures }: ComparedIndustry) => <FigureText measure={measure} figure={figures[measure]} />,
    })),
    { name: "Employees per establishment", cell: ({ peopleEach }) => <Computed text={peopleEach?.toFixed(1)} /> },
    ...(industries.some(({ payroll }) => payroll !== null)
      ? [
          {
            name: "Annual payroll",
            cell: ({ payroll }: ComparedIndustry) => (
              <Computed text={payroll === null ? undefined : `$${(payroll / 1_000_000_000).toFixed(1)} billion`} />
            ),
          },
        ]
      : []),
    { name: "Season", cell: ({ season }) => <SeasonText season={season} /> },
    { name: "Your jobs, last 12 months", cell: ({ own }) => wholeNumber(own.jobs) },
    { name: "Your customers", cell: ({ own }) => wholeNumber(own.customers) },
    { name: "Your revenue", cell: ({ own }) => <MoneyText minor={own.revenueMinor} /> },
  ];
  const columns: readonly Column<(typeof rows)[number]>[] = [
    { key: "measure", header: "Measure", cell: ({ name }) => name },
    ...industries.map((industry) => ({
      key: industry.code,
      header: `${industry.label} ${industry.code}`,
      className: "whitespace-normal",
      cell: (row: (typeof rows)[number]) => <div>{row.cell(industry)}</div>,
    })),
  ];
  const unknown = industries.filter(({ figures }) => Object.keys(figures).length === 0).map(({ label }) => label);
  return (
    <>
      <DataTable caption="Industries compared" columns={columns} rows={rows} rowKey={({ name }) => name} />
      {unknown.length > 0 && (
        <p className="max-w-3xl text-muted-foreground text-sm">
          No public figures were found for {new Intl.ListFormat("en-US").format(unknown)}, so only your own numbers are
          shown. Nothing is estimated.
        </p>
      )}
    </>
  );
}

function FigureText({ measure, figure }: { measure: Measure; figure: Figure | undefined }) {
  if (!figure) return <Unpublished />;
  const { period } = SOURCES[figure.source];
  const marks = { published: "", preliminary: ", preliminary", republished: ", via another site" };
  return (
    <>
      <span className="tabular">{isPay(measure) ? wholeDollars(figure.value) : wholeNumber(figure.value)}</span>
      <Note>
        {figure.source === "ces6b" ? "May 2026" : period}
        {marks[figure.sure]}
        {figure.of && `. Of a wider group: ${figure.of}`}
      </Note>
    </>
  );
}

function Computed({ text }: { text: string | undefined }) {
  if (text === undefined) return <Unpublished />;
  return (
    <>
      <span className="tabular">{text}</span>
      <Note>Computed</Note>
    </>
  );
}

function SeasonText({ season }: Pick<ComparedIndustry, "season">) {
  if (!season) return <Unpublished />;
  const { low, high, spread, published } = season;
  return (
    <>
      <span className="tabular">{percentText(spread)} from low to high</span>
      <Note>
        Most in {formatMonth(high.month)}, fewest in {formatMonth(low.month)}
        {published < 12 && `, of ${published} months published here`}
      </Note>
    </>
  );
}

const Unpublished = () => <span className="text-subtle-foreground">Not available</span>;

const Note = ({ children }: { children: ReactNode }) => (
  <span className="mt-0.5 block text-muted-foreground text-xs">{children}</span>
);
