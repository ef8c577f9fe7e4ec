import { MoneyText } from "~/components/money-text";
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "~/components/ui/table";
import type { MonthlyCashflow } from "~/domain/finance/cashflow/cashflow";
import { formatSignedMoney } from "~/domain/shared/money";
import { MONTHS } from "~/domain/shared/time/date-format";
import { Panel } from "~/routes/finances/shared/panel";

type MonthsCardProps = { current: MonthlyCashflow; last: MonthlyCashflow };

const nameOf = ({ month }: MonthlyCashflow) => MONTHS[month - 1] ?? "";

function points(difference: number): string {
  const text = difference.toFixed(1);
  return difference > 0 ? `+${text}` : text;
}

// Neutral color: spending less is a negative change too.
function Change({ text }: { text: string }) {
  return <span className="block whitespace-nowrap text-muted-foreground text-xs tabular">{text}</span>;
}

/** This month vs. last month. */
export function MonthsCard({ current, last }: MonthsCardProps) {
  const lines = [
    { label: "Income", now: current.income.totalMinor, before: last.income.totalMinor },
    { label: "Expenses", now: current.expenses.totalMinor, before: last.expenses.totalMinor },
    { label: "Net", now: current.netMinor, before: last.netMinor },
  ];
  return (
    <Panel title="This month vs. last month" foldOnPhone={{ title: "This month vs. last month" }}>
      <Table className="text-sm">
        <TableCaption>This month vs. last month</TableCaption>
        <TableHeader>
          <TableRow>
            <TableHead>
              <span className="sr-only">Figure</span>
            </TableHead>
            <TableHead numeric>{nameOf(current)}</TableHead>
            <TableHead numeric>{nameOf(last)}</TableHead>
          </TableRow>
        </TableHeader>
        <TableBody>
          {lines.map(({ label, now, before }) => (
            <TableRow key={label} className="align-top">
              <TableHead scope="row">{label}</TableHead>
              <TableCell numeric>
                <MoneyText minor={now} currency={current.currency} />
                <Change text={formatSignedMoney(now - before, current.currency)} />
              </TableCell>
              <TableCell numeric>
                <MoneyText minor={before} currency={current.currency} />
              </TableCell>
            </TableRow>
          ))}
          <TableRow className="align-top">
            <TableHead scope="row">Savings rate</TableHead>
            <TableCell numeric>
              {current.savingsRate.toFixed(1)}%
              <Change text={`${points(current.savingsRate - last.savingsRate)} points`} />
            </TableCell>
            <TableCell numeric>{last.savingsRate.toFixed(1)}%</TableCell>
          </TableRow>
        </TableBody>
      </Table>
    </Panel>
  );
}
