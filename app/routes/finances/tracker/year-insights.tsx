import type { ReactNode } from "react";
import { MoneyText } from "~/components/money-text";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { CalendarHeart, CircleAlert, PiggyBank, Repeat, TrendingUp, Wallet } from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import type { MonthlyCashflow } from "~/domain/finance/cashflow/cashflow";
import { yearlyInsights } from "~/domain/finance/cashflow/insights";
import { formatMonth } from "~/domain/shared/time/date-format";
import { EXPENSE_LABELS, INCOME_LABELS, OVERALL_LABELS, TREND_LABELS } from "./insight-labels";
import { keyOf } from "./year-charts";

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
    <Insight icon={icon} title={title} badge={formatMonth(keyOf(month))} tone="neutral">
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
