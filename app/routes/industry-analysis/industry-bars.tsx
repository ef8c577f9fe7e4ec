import { Bar, BarChart, LabelList, ResponsiveContainer, XAxis, YAxis } from "recharts";
import { axis } from "~/components/charts/axes";

// recharts' own label, which wraps long names.
const wrapped = { fill: "var(--color-muted-foreground)" };

interface IndustryBar {
  label: string;
  /** Null if unknown; the industry still has its row. */
  value: number | null;
}

type IndustryBarsProps = { bars: readonly IndustryBar[]; format: (value: number) => string };

/** One measure across several industries, one bar below another from zero. */
export function IndustryBars({ bars, format }: IndustryBarsProps) {
  return (
    <ResponsiveContainer>
      <BarChart
        accessibilityLayer={false}
        data={[...bars]}
        layout="vertical"
        margin={{ top: 4, right: 72, bottom: 4, left: 4 }}
        barCategoryGap="28%"
      >
        <XAxis type="number" hide domain={[0, "dataMax"]} />
        <YAxis type="category" dataKey="label" {...axis} tick={wrapped} width={112} axisLine={false} interval={0} />
        <Bar dataKey="value" fill="var(--color-cool)" maxBarSize={28} radius={[0, 3, 3, 0]} isAnimationActive={false}>
          <LabelList
            dataKey="value"
            position="right"
            fill="var(--color-foreground)"
            formatter={(value) => (typeof value === "number" ? format(value) : "")}
          />
        </Bar>
      </BarChart>
    </ResponsiveContainer>
  );
}
