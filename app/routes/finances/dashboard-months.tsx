import { monthLabel } from "~/components/finance/month-label";
import { Panel } from "~/components/finance/panel";
import { MoneyText } from "~/components/money-text";
import { Table, TableCell, TableHead, TableRow } from "~/components/ui/table";
import { monthFromIndex } from "~/domain/dates";
import type { MonthlyCashflow } from "~/domain/finance/cashflow/rules";

type MonthsCardProps = { current: MonthlyCashflow; last: MonthlyCashflow };

const nameOf = ({ year, month }: MonthlyCashflow) =>
  monthLabel(monthFromIndex(year * 12 + month - 1)).split(" ")[0] ?? "";

/** This month against the last. */
export function MonthsCard({ current, last }: MonthsCardProps) {
  const lines = [
    { label: "Income", now: current.income.totalMinor, before: last.income.totalMinor },
    { label: "Expenses", now: current.expenses.totalMinor, before: last.expenses.totalMinor },
    { label: "Net", now: current.netMinor, before: last.netMinor },
  ];
  return (
    <Panel title="This month against the last">
      <Table caption="This month against the last" className="text-sm">
        <thead>
          <TableRow>
            <TableHead>
              <span className="sr-only">What</span>
            </TableHead>
            <TableHead numeric>{nameOf(current)}</TableHead>
            <TableHead numeric>{nameOf(last)}</TableHead>
            <TableHead numeric>Change</TableHead>
          </TableRow>
        </thead>
        <tbody>
          {lines.map(({ label, now, before }) => (
            <TableRow key={label}>
              <TableHead scope="row">{label}</TableHead>
              {[now, before].map((minor, at) => (
                <TableCell key={at === 0 ? "now" : "before"} numeric>
                  <MoneyText minor={minor} currency={current.currency} />
                </TableCell>
              ))}
              <TableCell numeric>
                <MoneyText minor={now - before} currency={current.currency} signed />
              </TableCell>
            </TableRow>
          ))}
          <TableRow>
            <TableHead scope="row">Savings rate</TableHead>
            <TableCell numeric>{current.savingsRate.toFixed(1)} %</TableCell>
            <TableCell numeric>{last.savingsRate.toFixed(1)} %</TableCell>
            <TableCell numeric>{(current.savingsRate - last.savingsRate).toFixed(1)}</TableCell>
          </TableRow>
        </tbody>
      </Table>
    </Panel>
  );
}
