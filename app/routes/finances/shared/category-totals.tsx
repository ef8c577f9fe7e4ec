import { MoneyText } from "~/components/money-text";
import { Progress } from "~/components/ui/progress";
import type { Summary } from "~/domain/finance/cashflow/cashflow";
import { type Currency, percentOf } from "~/domain/shared/money";
import { CategoryMark, categoryTone, type PlanCategory } from "./category-mark";

type CategoryTotalsProps<Category extends PlanCategory> = {
  summary: Summary<Category>;
  labels: Record<Category, string>;
  currency: Currency;
  empty: string;
};

/** Category totals, largest first, each with its share. */
export function CategoryTotals<Category extends PlanCategory>(props: CategoryTotalsProps<Category>) {
  const { summary, labels, currency, empty } = props;
  if (summary.byCategory.length === 0) return <p className="py-6 text-center text-muted-foreground">{empty}</p>;
  return (
    <ul className="flex flex-col gap-4">
      {summary.byCategory.map(({ category, totalMinor }) => (
        <li key={category} className="flex items-center gap-3">
          <CategoryMark category={category} />
          <div className="min-w-0 grow">
            <p className="mb-1 flex items-baseline justify-between gap-4">
              <span>{labels[category]}</span>
              <span className="text-right">
                <MoneyText minor={totalMinor} currency={currency} />
                <span className="ml-2 inline-block w-11 text-subtle-foreground text-sm tabular">
                  {percentOf(totalMinor, summary.totalMinor).toFixed(0)}%
                </span>
              </span>
            </p>
            <Progress
              label={`Share of ${labels[category]}`}
              value={totalMinor}
              max={summary.totalMinor}
              tone={categoryTone(category)}
            />
          </div>
        </li>
      ))}
      <li className="flex items-baseline justify-between border-border border-t pt-3 font-semibold">
        Total
        <MoneyText minor={summary.totalMinor} currency={currency} className="mr-13" />
      </li>
    </ul>
  );
}
