import { lazy, type ReactNode } from "react";
import { ChartFrame } from "~/components/charts/chart-frame";
import { MoneyText } from "~/components/money-text";
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "~/components/ui/table";
import type { BaseUnit } from "~/domain/inventory/items/item";
import type { ItemMonth } from "~/domain/inventory/items/item-history.server";
import { formatAmountOf } from "~/domain/inventory/quantity";
import { formatMonth, formatShortMonth } from "~/domain/shared/time/date-format";

const UsedBars = lazy(async () => ({ default: (await import("./used-bars")).UsedBars }));
const CostLines = lazy(async () => ({ default: (await import("./cost-lines")).CostLines }));

const costNames = ["Average cost", "Last price paid", "Supplier's price"];
const costsOf = (month: ItemMonth) => [month.averageCostMinor, month.lastPriceMinor, month.supplierPriceMinor];

/** The item's usage and unit cost over the last twelve months. */
export function ItemCharts({ months, baseUnit }: { months: readonly ItemMonth[]; baseUnit: BaseUnit }) {
  const used = months.map((each) => ({ ...each, label: formatShortMonth(each.month), title: formatMonth(each.month) }));
  const points = used.map(({ label, title, ...each }) => ({ label, title, minors: costsOf(each) }));
  const total = months.reduce((sum, { usedMilli }) => sum + usedMilli, 0);
  const isCosted = points.some(({ minors }) => minors.some((minor) => minor !== null));
  return (
    <div className="grid gap-6 xl:grid-cols-2">
      <ChartFrame
        title="Usage"
        description={`${formatAmountOf(total, baseUnit)} used in 12 months: issues and parts used on jobs, less returns.`}
        table={
          <Months
            caption="Usage by month"
            heads={["Used"]}
            rows={used.map(({ title, usedMilli }) => ({ title, cells: [formatAmountOf(usedMilli, baseUnit)] }))}
          />
        }
      >
        <UsedBars months={used} unit={baseUnit} />
      </ChartFrame>
      {isCosted && (
        <ChartFrame
          title="Cost"
          description={`Of one ${baseUnit} at the end of each month. The supplier is today's preferred one.`}
          table={
            <Months
              caption="Cost by month"
              heads={costNames}
              rows={points.map(({ title, minors }) => ({
                title,
                cells: minors.map((minor, at) =>
                  minor === null ? (
                    <span key={costNames[at]} className="text-subtle-foreground">
                      Unknown
                    </span>
                  ) : (
                    <MoneyText key={costNames[at]} minor={minor} />
                  ),
                ),
              }))}
            />
          }
        >
          <CostLines points={points} names={costNames} />
        </ChartFrame>
      )}
    </div>
  );
}

interface MonthsProps {
  caption: string;
  heads: readonly string[];
  rows: readonly { title: string; cells: readonly ReactNode[] }[];
}

function Months({ caption, heads, rows }: MonthsProps) {
  return (
    <Table className="text-sm">
      <TableCaption>{caption}</TableCaption>
      <TableHeader>
        <TableRow>
          <TableHead>Month</TableHead>
          {heads.map((head) => (
            <TableHead key={head} numeric>
              {head}
            </TableHead>
          ))}
        </TableRow>
      </TableHeader>
      <TableBody>
        {rows.map(({ title, cells }) => (
          <TableRow key={title}>
            <TableHead scope="row">{title}</TableHead>
            {cells.map((cell, at) => (
              <TableCell key={heads[at]} numeric>
                {cell}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
