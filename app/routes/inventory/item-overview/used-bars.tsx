import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axis, grid, valueAxis } from "~/components/charts/axes";
import { TextBubble } from "~/components/charts/bubbles";
import { formatAmountOf, formatQuantity } from "~/domain/inventory/quantity";

interface UsedMonth {
  label: string;
  title: string;
  usedMilli: number;
}

type UsedBarsProps = { months: readonly UsedMonth[]; unit: string };

/** Quantity of an item used in each month. */
export function UsedBars({ months, unit }: UsedBarsProps) {
  return (
    <ResponsiveContainer>
      <BarChart accessibilityLayer={false} data={[...months]} margin={{ top: 12, right: 12, bottom: 0, left: 4 }}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="label" {...axis} interval="equidistantPreserveStart" />
        <YAxis {...valueAxis} tickFormatter={formatQuantity} width={44} />
        <Tooltip
          cursor={{ fill: "var(--color-muted)" }}
          isAnimationActive={false}
          content={({ payload }) => <UsedBubble month={payload?.[0]?.payload} unit={unit} />}
        />
        <Bar dataKey="usedMilli" fill="var(--color-cool)" radius={[3, 3, 0, 0]} isAnimationActive={false} />
      </BarChart>
    </ResponsiveContainer>
  );
}

function UsedBubble({ month, unit }: { month: UsedMonth | undefined; unit: string }) {
  if (!month) return null;
  return <TextBubble title={month.title} lines={[{ label: "Used", text: formatAmountOf(month.usedMilli, unit) }]} />;
}
