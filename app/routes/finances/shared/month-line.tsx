import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axis, grid, shortMoney, valueAxis } from "~/components/charts/axes";
import { Bubble } from "~/components/charts/bubbles";
import type { Currency } from "~/domain/shared/money";

interface MonthPoint {
  label: string;
  title: string;
  minor: number;
  projected: boolean;
}

type MonthLineProps = { points: readonly MonthPoint[]; name: string; currency: Currency };

/** An amount from month to month; projected months are dashed. */
export function MonthLine({ points, name, currency }: MonthLineProps) {
  const last = points.findLastIndex(({ projected }) => !projected);
  const data = points.map((point, at) => ({
    ...point,
    past: at <= last ? point.minor : null,
    ahead: at >= last ? point.minor : null,
  }));
  return (
    <ResponsiveContainer>
      <LineChart accessibilityLayer={false} data={data} margin={{ top: 12, right: 12, bottom: 0, left: 4 }}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="label" {...axis} interval="equidistantPreserveStart" minTickGap={24} />
        <YAxis {...valueAxis} tickFormatter={shortMoney} width={44} />
        <ReferenceLine y={0} stroke="var(--color-input)" />
        <Tooltip
          isAnimationActive={false}
          content={({ payload }) => <PointBubble point={payload?.[0]?.payload} name={name} currency={currency} />}
        />
        <Line dataKey="past" stroke="var(--color-cool)" strokeWidth={2} dot={false} isAnimationActive={false} />
        <Line
          dataKey="ahead"
          stroke="var(--color-cool)"
          strokeWidth={2}
          strokeDasharray="5 4"
          strokeOpacity={0.7}
          dot={false}
          isAnimationActive={false}
        />
      </LineChart>
    </ResponsiveContainer>
  );
}

function PointBubble({ point, name, currency }: { point: MonthPoint | undefined; name: string; currency: Currency }) {
  if (!point) return null;
  const title = point.projected ? `${point.title} (projection)` : point.title;
  return <Bubble title={title} lines={[{ label: name, minor: point.minor }]} currency={currency} />;
}
