import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { grid, namesAxis, opened, shortMoney, valueAxis } from "~/components/charts/axes";
import { Bubble } from "~/components/charts/bubbles";
import type { Currency } from "~/domain/shared/money";

interface MonthBar {
  label: string;
  title: string;
  incomeMinor: number;
  expensesMinor: number;
  /** Drawn lighter and dashed, because it is in the future. */
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
      >
        <CartesianGrid {...grid} />
        <XAxis dataKey="label" {...namesAxis} />
        <YAxis {...valueAxis} tickFormatter={shortMoney} width={44} />
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
            shape={({ x, y, width, height, index, payload }) => (
              <>
                <Pillar {...{ x, y, width, height, color }} isProjected={payload.projected} />
                {index === months.length - 1 && <EndLabel x={x} y={y} name={name} color={color} shift={apart[key]} />}
              </>
            )}
            isAnimationActive={false}
            {...opened(onPick)}
          />
        ))}
      </BarChart>
    </ResponsiveContainer>
  );
}

type PillarProps = { x: number; y: number; width: number; height: number; color: string; isProjected: boolean };

// recharts' own bar is built for animation: each measures its outline in the page and is rendered twice.
function Pillar({ x, y, width, height, color, isProjected }: PillarProps) {
  const corner = Math.min(3, width / 2, height);
  const outline = `M${x},${y + height}v${corner - height}q0,${-corner} ${corner},${-corner}h${width - 2 * corner}q${corner},0 ${corner},${corner}v${height - corner}z`;
  const look = isProjected ? { fillOpacity: 0.4, stroke: color, strokeDasharray: "3 2" } : {};
  return height > 0 && <path d={outline} fill={color} {...look} />;
}

type EndLabelProps = { x: number; y: number; name: string; color: string; shift: number };

// Labeled at the last pair of bars instead of in a legend.
function EndLabel({ x, y, name, color, shift }: EndLabelProps) {
  return (
    <text x={x + (name === "Income" ? 34 : 20)} y={y + 4 + shift} fill={color} className="font-medium">
      {name}
    </text>
  );
}

// If the last two bars end at nearly the same height, their labels are moved apart.
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
