import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axis, grid } from "./parts";

export interface ReadingPoint {
  /** Of the visit, for people. */
  label: string;
  superheat: number | null;
  subcooling: number | null;
}

/** Superheat and subcooling from visit to visit. */
export function ReadingLines({ points }: { points: readonly ReadingPoint[] }) {
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
        <YAxis {...axis} tickFormatter={(value: number) => `${value}°`} width={36} axisLine={false} />
        <Tooltip isAnimationActive={false} content={({ payload }) => <PointBubble point={payload?.[0]?.payload} />} />
        <Line dataKey="superheat" stroke="var(--color-heat)" strokeWidth={2} connectNulls isAnimationActive={false} />
        <Line dataKey="subcooling" stroke="var(--color-cool)" strokeWidth={2} connectNulls isAnimationActive={false} />
      </LineChart>
    </ResponsiveContainer>
  );
}

function PointBubble({ point }: { point: ReadingPoint | undefined }) {
  if (!point) return null;
  return (
    <div className="rounded-md border border-border bg-accent px-3 py-2 text-foreground text-sm shadow-popover">
      <p className="font-semibold">{point.label}</p>
      <p>Superheat {shown(point.superheat)}</p>
      <p>Subcooling {shown(point.subcooling)}</p>
    </div>
  );
}

const shown = (value: number | null) => (value === null ? "not measured" : `${value.toFixed(1)} °F`);
