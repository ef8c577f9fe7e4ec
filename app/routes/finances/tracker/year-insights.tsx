import type { ReactNode } from "react";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { CalendarHeart, CircleAlert, PiggyBank, Repeat, TrendingUp, Wallet } from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import { type MonthlyCashflow, monthOf } from "~/domain/finance/cashflow/cashflow";
import {
  type ExpenseConsistency,
  type IncomeStability,
  type SavingsGrade,
  type SavingsTrend,
  yearlyInsights,
} from "~/domain/finance/cashflow/insights";
import { formatMonth } from "~/domain/shared/time/date-format";

/** Insights from the year's figures, each with advice. */
export function YearInsights({ months }: { months: readonly MonthlyCashflow[] }) {
  const insights = yearlyInsights(months);
  const ranked = [...months].sort((a, b) => b.netMinor - a.netMinor);
  const [best, worst] = [ranked[0], ranked.at(-1)];
  const overall = OVERALL_LABELS[insights.overall];
  const trend = TREND_LABELS[insights.trend];
  const income = insights.income && INCOME_LABELS[insights.income];
  const expenses = insights.expenses && EXPENSE_LABELS[insights.expenses];
  return (
    <ul className="grid gap-4 md:grid-cols-2">
      <Insight
        icon={<PiggyBank />}
        title="Overall savings rate"
        badge={`${overall.label}, ${insights.savingsRate.toFixed(1)}%`}
        tone={overall.tone}
      >
        {overall.text}
      </Insight>
      <Insight icon={<TrendingUp />} title="Savings trend" badge={trend.label} tone={trend.tone}>
        {trend.text}
      </Insight>
      <Insight
        icon={<Repeat />}
        title="Income stability"
        badge={income?.label ?? "No income"}
        tone={income?.tone ?? "neutral"}
      >
        {income?.text ?? "No income found"}
      </Insight>
      <Insight
        icon={<Wallet />}
        title="Expense consistency"
        badge={expenses?.label ?? "No expenses"}
        tone={expenses?.tone ?? "neutral"}
      >
        {expenses?.text ?? "No expenses found"}
      </Insight>
      {best && <MonthInsight icon={<CalendarHeart />} title="Best month" month={best} />}
      {worst && <MonthInsight icon={<CircleAlert />} title="Tightest month" month={worst} />}
    </ul>
  );
}

function MonthInsight({ icon, title, month }: { icon: ReactNode; title: string; month: MonthlyCashflow }) {
  return (
    <Insight icon={icon} title={title} badge={formatMonth(monthOf(month))} tone="neutral">
      Net cashflow <MoneyText minor={month.netMinor} currency={month.currency} />, {month.savingsRate.toFixed(1)}% of
      the income.
    </Insight>
  );
}

type InsightProps = { icon: ReactNode; title: string; badge: string; tone: Tone; children: ReactNode };

function Insight({ icon, title, badge, tone, children }: InsightProps) {
  return (
    <Card as="li" className="flex gap-4 p-4 sm:p-6">
      <span aria-hidden="true" className="mt-0.5 text-subtle-foreground [&_svg]:size-5">
        {icon}
      </span>
      <div className="min-w-0">
        <h2 className="flex flex-wrap items-center gap-2 font-semibold">
          {title} <Badge tone={tone}>{badge}</Badge>
        </h2>
        <p className="mt-1 text-muted-foreground">{children}</p>
      </div>
    </Card>
  );
}

interface Labels {
  tone: Tone;
  label: string;
  text: string;
}

const INCOME_LABELS: Record<IncomeStability, Labels> = {
  very_stable: {
    tone: "ok",
    label: "Very stable",
    text: "Your income barely changes from month to month, so you can plan around it.",
  },
  some_variation: {
    tone: "info",
    label: "Some variation",
    text: "A cushion of one month's expenses covers the slower months.",
  },
  fluctuating: {
    tone: "warn",
    label: "Fluctuating",
    text: "Budget for a slow month, and set aside the surplus from the strong ones.",
  },
};

const EXPENSE_LABELS: Record<ExpenseConsistency, Labels> = {
  consistent: { tone: "ok", label: "Consistent", text: "Every month costs about the same, so surprises are rare." },
  moderate: {
    tone: "info",
    label: "Moderate variation",
    text: "Some months cost noticeably more. See which ones, and save ahead.",
  },
  significant: {
    tone: "warn",
    label: "Significant variation",
    text: "Large bills make some months expensive. Spread them out, or set aside a twelfth each month.",
  },
};

const TREND_LABELS: Record<SavingsTrend, Labels> = {
  improving: {
    tone: "ok",
    label: "Improving",
    text: "You save a larger share of your income in the second half of the year.",
  },
  stable: { tone: "neutral", label: "Stable", text: "You save about the same share in both halves of the year." },
  decreasing: {
    tone: "warn",
    label: "Decreasing",
    text: "You save a smaller share of your income in the second half of the year.",
  },
};

const OVERALL_LABELS: Record<SavingsGrade, Labels> = {
  excellent: { tone: "ok", label: "Excellent", text: "You save 20% or more of the year's income." },
  doing_well: { tone: "ok", label: "Doing well", text: "You save more than 10% of the year's income." },
  positive: { tone: "info", label: "Positive", text: "You end the year ahead. Saving 10% is the next goal." },
  negative: { tone: "bad", label: "Negative", text: "You spend more than you earn this year." },
};
