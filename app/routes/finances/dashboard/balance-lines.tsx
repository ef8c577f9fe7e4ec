import {
  Area,
  CartesianGrid,
  ComposedChart,
  Line,
  ReferenceLine,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";
import { axis, grid, shortMoney, valueAxis } from "~/components/charts/axes";
import { Bubble } from "~/components/charts/bubbles";
import type { Currency } from "~/domain/shared/money";
import { formatDate, formatShortMonth } from "~/domain/shared/time/date-format";

interface BalancePoint {
  date: string;
  /** The planned balance. */
  minor: number;
  /** With the what-if switches applied; equal to `minor` if there are none. */
  whatIfMinor: number;
  /** Minus unplanned spending, from the low to the high estimate; null without enough history. */
  band: [number, number] | null;
  medianMinor: number | null;
}

type BalanceLinesProps = {
  points: readonly BalancePoint[];
  floorMinor: number;
  currency: Currency;
  hasWhatIf: boolean;
};

/** The projected balance, with a band for unplanned spending and the floor. */
export function BalanceLines({ points, floorMinor, currency, hasWhatIf }: BalanceLinesProps) {
  const firsts = points.filter(({ date }) => date.endsWith("-01")).map(({ date }) => date);
  return (
    <ResponsiveContainer>
      <ComposedChart accessibilityLayer={false} data={[...points]} margin={{ top: 12, right: 12, bottom: 0, left: 4 }}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="date" {...axis} ticks={firsts} tickFormatter={formatShortMonth} minTickGap={16} />
        <YAxis {...valueAxis} tickFormatter={shortMoney} width={48} />
        <ReferenceLine y={0} stroke="var(--color-input)" />
        {floorMinor !== 0 && (
          <ReferenceLine
            y={floorMinor}
            stroke="var(--color-bad)"
            strokeDasharray="4 3"
            label={{ value: "Floor", fill: "var(--color-bad)", position: "insideTopRight" }}
          />
        )}
        <Tooltip
          isAnimationActive={false}
          content={({ payload }) => (
            <BalanceBubble point={payload?.[0]?.payload} currency={currency} hasWhatIf={hasWhatIf} />
          )}
        />
        <Area
          dataKey="band"
          type="stepAfter"
          fill="var(--color-cool)"
          fillOpacity={0.16}
          stroke="none"
          isAnimationActive={false}
          connectNulls={false}
        />
        <Line
          dataKey="medianMinor"
          stroke="var(--color-cool)"
          strokeDasharray="2 3"
          dot={false}
          isAnimationActive={false}
        />
        <Line
          dataKey="minor"
          type="stepAfter"
          stroke="var(--color-cool)"
          strokeWidth={hasWhatIf ? 1 : 2}
          dot={false}
          isAnimationActive={false}
        />
        {hasWhatIf && (
          <Line
            dataKey="whatIfMinor"
            type="stepAfter"
            stroke="var(--color-heat)"
            strokeWidth={2}
            dot={false}
            isAnimationActive={false}
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  );
}

type BalanceBubbleProps = { point: BalancePoint | undefined; currency: Currency; hasWhatIf: boolean };

function BalanceBubble({ point, currency, hasWhatIf }: BalanceBubbleProps) {
  if (!point) return null;
  const { minor, whatIfMinor, band, medianMinor } = point;
  const lines = [
    { label: "As planned", minor },
    ...(hasWhatIf ? [{ label: "What if", minor: whatIfMinor }] : []),
    ...(medianMinor === null ? [] : [{ label: "Likely, with unplanned spending", minor: medianMinor }]),
    ...(band
      ? [
          { label: "Tight month", minor: band[0] },
          { label: "Easy month", minor: band[1] },
        ]
      : []),
  ];
  return <Bubble title={formatDate(point.date, true)} lines={lines} currency={currency} />;
}
