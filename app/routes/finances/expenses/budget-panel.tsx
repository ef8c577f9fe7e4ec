import { EmptyValue } from "~/components/empty-value";
import { MoneyText } from "~/components/money-text";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "~/components/ui/card";
import { Target } from "~/components/ui/icons";
import { Table, TableBody, TableCaption, TableCell, TableHead, TableHeader, TableRow } from "~/components/ui/table";
import type { Summary } from "~/domain/finance/cashflow/cashflow";
import { EXPENSE_CATEGORY_LABELS, type ExpenseCategory } from "~/domain/finance/tracker/categories";
import { type Currency, formatMoney } from "~/domain/shared/money";

type BudgetPanelProps = {
  planned: Summary<ExpenseCategory>;
  /** A usual month: the average of the last three full months; null for a household without one yet. */
  usual: Summary<ExpenseCategory> | null;
  currency: Currency;
};

/** Compares a future month with a usual one, by category. */
export function BudgetPanel({ planned, usual, currency }: BudgetPanelProps) {
  const shown = [...planned.byCategory, ...(usual?.byCategory ?? [])];
  const categories = [...new Set(shown.map(({ category }) => category))];
  const amount = (of: Summary<ExpenseCategory>, category: ExpenseCategory) =>
    of.byCategory.find((each) => each.category === category)?.totalMinor ?? 0;
  return (
    <Card asChild>
      <section aria-labelledby="budget-mode">
        <CardHeader>
          <CardTitle id="budget-mode" className="flex items-center gap-2">
            <Target aria-hidden="true" className="size-4 text-cool" />
            Budget Mode
          </CardTitle>
          <CardDescription>
            {usual
              ? comparison(planned.totalMinor - usual.totalMinor, currency)
              : "There is no full month to compare with yet."}{" "}
            Add what is missing to avoid surprises.
          </CardDescription>
        </CardHeader>
        <CardContent>
          <Table className="text-sm">
            <TableCaption>Planned vs. a typical month</TableCaption>
            <TableHeader>
              <TableRow>
                <TableHead>Category</TableHead>
                <TableHead numeric>Planned</TableHead>
                <TableHead numeric>Typical</TableHead>
              </TableRow>
            </TableHeader>
            <TableBody>
              {categories.map((category) => (
                <TableRow key={category}>
                  <TableHead scope="row">{EXPENSE_CATEGORY_LABELS[category]}</TableHead>
                  <TableCell numeric>
                    <MoneyText minor={amount(planned, category)} currency={currency} />
                  </TableCell>
                  <TableCell numeric>
                    {usual ? <MoneyText minor={amount(usual, category)} currency={currency} /> : <EmptyValue />}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </CardContent>
      </section>
    </Card>
  );
}

function comparison(differenceMinor: number, currency: Currency): string {
  if (differenceMinor === 0) return "Your plan matches a typical month.";
  const amount = formatMoney(Math.abs(differenceMinor), currency);
  return `Your plan is ${amount} ${differenceMinor > 0 ? "above" : "below"} a typical month.`;
}
