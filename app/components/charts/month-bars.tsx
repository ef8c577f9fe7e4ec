import { Bar, BarChart, CartesianGrid, Cell, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import type { Currency } from "~/domain/shared/money";
import { axis, Bubble, grid, shortMoney } from "./parts";

interface MonthBar {
  label: string;
  title: string;
  incomeMinor: number;
  expensesMinor: number;
  /** Drawn lighter and dashed: it has not happened yet. */
  projected: boolean;
}

type MonthBarsProps = { months: readonly MonthBar[]; currency: Currency; onPick: (at: number) => void };

const pairs = [
  { key: "incomeMinor", name: "Income", color: "var(--color-cool)" },
  { key: "expensesMinor", name: "Expenses", color: "var(--color-heat)" },
] as const;

/** Income and expenses of each month, side by side from zero. */
export function MonthBars({ months, currency, onPick }: MonthBarsProps) {
  const apart = apartness(months);
  return (
    <ResponsiveContainer>
      <BarChart
        accessibilityLayer={false}
        data={[...months]}
        margin={{ top: 12, right: 68, bottom: 0, left: 4 }}
        barGap={2}
        onClick={({ activeIndex }) => activeIndex !== undefined && onPick(Number(activeIndex))}
      >
        <CartesianGrid {...grid} />
        <XAxis dataKey="label" {...axis} />
        <YAxis {...axis} tickFormatter={shortMoney} width={44} axisLine={false} />
        <Tooltip
          cursor={{ fill: "var(--color-muted)" }}
          isAnimationActive={false}
          content={({ payload }) => <MonthBubble bar={payload?.[0]?.payload} currency={currency} />}
        />
        {pairs.map(({ key, name, color }) => (
          <Bar
            key={key}
            dataKey={key}
            name={name}
            fill={color}
            radius={[3, 3, 0, 0]}
            isAnimationActive={false}
            cursor="pointer"
          >
            {months.map((month) => (
              <Cell
                key={month.label}
                fillOpacity={month.projected ? 0.4 : 1}
                stroke={month.projected ? color : undefined}
                strokeDasharray={month.projected ? "3 2" : undefined}
              />
            ))}
            <LabelList
              content={({ x, y, index }) =>
                index === months.length - 1 ? (
                  <EndLabel x={x} y={y} name={name} color={color} shift={apart[key]} />
                ) : null
              }
            />
          </Bar>
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

type EndLabelProps = { x?: number | string; y?: number | string; name: string; color: string; shift: number };

// Named beside the last pair of bars instead of in a legend.
function EndLabel({ x, y, name, color, shift }: EndLabelProps) {
  return (
    <text
      x={Number(x ?? 0) + (name === "Income" ? 34 : 20)}
      y={Number(y ?? 0) + 4 + shift}
      fill={color}
      className="font-medium"
    >
      {name}
    </text>
  );
}

// Where the last two bars end at nearly the same height, their names move apart.
function apartness(months: readonly MonthBar[]) {
  const last = months.at(-1);
  const highest = Math.max(1, ...months.flatMap(({ incomeMinor, expensesMinor }) => [incomeMinor, expensesMinor]));
  const gap = last ? (last.incomeMinor - last.expensesMinor) / highest : 1;
  const shift = Math.abs(gap) > 0.08 ? 0 : gap >= 0 ? 8 : -8;
  return { incomeMinor: -shift, expensesMinor: shift };
}

function MonthBubble({ bar, currency }: { bar: MonthBar | undefined; currency: Currency }) {
  if (!bar) return null;
  const lines = [
    { label: "Income", minor: bar.incomeMinor },
    { label: "Expenses", minor: bar.expensesMinor },
    { label: "Net", minor: bar.incomeMinor - bar.expensesMinor },
  ];
  return <Bubble title={bar.projected ? `${bar.title} (projection)` : bar.title} lines={lines} currency={currency} />;
}
