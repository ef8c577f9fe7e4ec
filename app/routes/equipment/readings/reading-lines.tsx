import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axis, grid, valueAxis } from "~/components/charts/axes";

interface ReadingPoint {
  /** The visit, formatted for display. */
  label: string;
  /** In the displayed unit. */
  superheat: number | null;
  subcooling: number | null;
}

/** Superheat and subcooling by visit. */
export function ReadingLines({ points, unit }: { points: readonly ReadingPoint[]; unit: string }) {
  return (
    <ResponsiveContainer>
      <LineChart accessibilityLayer={false} data={[...points]} margin={{ top: 12, right: 12, bottom: 0, left: 4 }}>
        <CartesianGrid {...grid} />
        <XAxis
          dataKey="label"
          {...axis}
          interval="equidistantPreserveStart"
          minTickGap={24}
          padding={{ left: 56, right: 56 }}
        />
        <YAxis {...valueAxis} tickFormatter={(value: number) => `${value}°`} width={36} />
        <Tooltip
          isAnimationActive={false}
          content={({ payload }) => <PointBubble point={payload?.[0]?.payload} unit={unit} />}
        />
        <Line dataKey="superheat" stroke="var(--color-heat)" strokeWidth={2} connectNulls isAnimationActive={false} />
        <Line dataKey="subcooling" stroke="var(--color-cool)" strokeWidth={2} connectNulls isAnimationActive={false} />
      </LineChart>
    </ResponsiveContainer>
  );
}

function PointBubble({ point, unit }: { point: ReadingPoint | undefined; unit: string }) {
  if (!point) return null;
  return (
    <div className="rounded-md border border-border bg-accent px-3 py-2 text-foreground text-sm shadow-popover">
      <p className="font-semibold">{point.label}</p>
      <p>Superheat {figureText(point.superheat, unit)}</p>
      <p>Subcooling {figureText(point.subcooling, unit)}</p>
    </div>
  );
}

const figureText = (value: number | null, unit: string) =>
  value === null ? "not measured" : `${value.toFixed(1)} ${unit}`;
