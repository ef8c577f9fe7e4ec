import { Bar, BarChart, CartesianGrid, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axis, grid, shortMoney, valueAxis } from "~/components/charts/axes";
import { Bubble } from "~/components/charts/bubbles";
import type { Currency } from "~/domain/shared/money";
import { partColor } from "./part-colors";

interface StackedMonth {
  label: string;
  title: string;
  /** In the order of the parts; debts are below zero. */
  values: readonly number[];
}

interface Part {
  id: string;
  name: string;
}

type StackedMonthsProps = { months: readonly StackedMonth[]; parts: readonly Part[]; currency: Currency };

/** Components of a sum by month: parts above zero are stacked upward, those below downward. */
export function StackedMonths({ months, parts, currency }: StackedMonthsProps) {
  return (
    <ResponsiveContainer>
      <BarChart
        accessibilityLayer={false}
        data={[...months]}
        stackOffset="sign"
        margin={{ top: 12, right: 12, bottom: 0, left: 4 }}
      >
        <CartesianGrid {...grid} />
        <XAxis dataKey="label" {...axis} interval="equidistantPreserveStart" minTickGap={24} />
        <YAxis {...valueAxis} tickFormatter={shortMoney} width={44} />
        <ReferenceLine y={0} stroke="var(--color-input)" />
        <Tooltip
          cursor={{ fill: "var(--color-muted)" }}
          isAnimationActive={false}
          content={({ payload }) => <StackBubble month={payload?.[0]?.payload} parts={parts} currency={currency} />}
        />
        {parts.map(({ id, name }, at) => (
          <Bar
            key={id}
            stackId="sum"
            dataKey={({ values }: StackedMonth) => values[at] ?? 0}
            name={name}
            fill={partColor(at)}
            maxBarSize={36}
            isAnimationActive={false}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

type StackBubbleProps = { month: StackedMonth | undefined; parts: readonly Part[]; currency: Currency };

function StackBubble({ month, parts, currency }: StackBubbleProps) {
  if (!month) return null;
  const lines = parts.map(({ name }, at) => ({ label: name, minor: month.values[at] ?? 0 }));
  return <Bubble title={month.title} lines={lines} currency={currency} />;
}
