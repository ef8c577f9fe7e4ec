import { Bar, BarChart, CartesianGrid, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axis, grid, valueAxis } from "~/components/charts/axes";
import { TextBubble } from "~/components/charts/bubbles";

interface ValueBar {
  label: string;
  title: string;
  value: number;
  /** Lines of the tooltip. */
  lines: readonly { label: string; text: string }[];
}

type ValueBarsProps = { bars: readonly ValueBar[]; format: (value: number) => string };

/** One figure over time, from zero; if there are few bars, they show their values. */
export function ValueBars({ bars, format }: ValueBarsProps) {
  return (
    <ResponsiveContainer>
      <BarChart accessibilityLayer={false} data={[...bars]} margin={{ top: 20, right: 8, bottom: 0, left: 4 }}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="label" {...axis} interval="equidistantPreserveStart" minTickGap={8} />
        <YAxis {...valueAxis} tickFormatter={format} width={52} domain={[0, "auto"]} />
        <Tooltip
          cursor={{ fill: "var(--color-muted)" }}
          isAnimationActive={false}
          content={({ payload }) => <ValueBubble bar={payload?.[0]?.payload} />}
        />
        <Bar dataKey="value" fill="var(--color-cool)" radius={[3, 3, 0, 0]} isAnimationActive={false}>
          {bars.length <= 14 && (
            <LabelList
              dataKey="value"
              position="top"
              fill="var(--color-foreground)"
              formatter={(value) => (typeof value === "number" && value > 0 ? format(value) : "")}
            />
          )}
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}

function ValueBubble({ bar }: { bar: ValueBar | undefined }) {
  return bar ? <TextBubble title={bar.title} lines={bar.lines} /> : null;
}
