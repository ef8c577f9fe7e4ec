import { Lightbulb } from "lucide-react";
import type { SpendingTip } from "~/domain/finance/cashflow/tips";
import { EXPENSE_CATEGORY_LABELS } from "~/domain/finance/tracker/categories";
import { type Currency, formatMoney } from "~/domain/shared/money";

function words(tip: SpendingTip, currency: Currency): string {
  switch (tip.kind) {
    case "largest":
      return `${EXPENSE_CATEGORY_LABELS[tip.category]} is ${tip.share.toFixed(0)}% of the month. A change there matters most.`;
    case "grown":
      return `${EXPENSE_CATEGORY_LABELS[tip.category]} is ${formatMoney(tip.byMinor, currency)} more than last month.`;
    case "less":
      return `You spend ${formatMoney(tip.byMinor, currency)} less than last month.`;
    case "subscriptions":
      return `These subscriptions add up to ${formatMoney(tip.yearMinor, currency)} a year. Do you still use them all?`;
  }
}

/** What the month's figures suggest. */
export function SpendingTips({ tips, currency }: { tips: readonly SpendingTip[]; currency: Currency }) {
  if (tips.length === 0) return null;
  return (
    <section aria-label="Tips" className="border-border border-t pt-4">
      <h3 className="mb-2 flex items-center gap-2 font-semibold text-sm">
        <Lightbulb aria-hidden="true" className="size-4 text-heat" />
        Tips
      </h3>
      <ul className="flex list-disc flex-col gap-2 pl-4 text-muted-foreground text-sm">
        {tips.map((tip) => (
          <li key={tip.kind}>{words(tip, currency)}</li>
        ))}
      </ul>
    </section>
  );
}
