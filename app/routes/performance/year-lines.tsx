import { CartesianGrid, LabelList, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axis, grid, valueAxis } from "~/components/charts/axes";
import { TextBubble } from "~/components/charts/bubbles";

interface YearPoint {
  label: string;
  /** The last twelve months. */
  now: number;
  /** The same month a year before; null if nothing is known about it. */
  before: number | null;
  title: string;
  titleBefore: string;
}

/** The last twelve months and the twelve before, from zero; both lines are labeled at their ends. */
export function YearLines({ points }: { points: readonly YearPoint[] }) {
  const last = points.length - 1;
  return (
    <ResponsiveContainer>
      <LineChart accessibilityLayer={false} data={[...points]} margin={{ top: 16, right: 84, bottom: 0, left: 4 }}>
        <CartesianGrid {...grid} />
        <XAxis dataKey="label" {...axis} interval="equidistantPreserveStart" minTickGap={8} />
        <YAxis {...valueAxis} width={40} domain={[0, "auto"]} allowDecimals={false} />
        <Tooltip isAnimationActive={false} content={({ payload }) => <YearBubble point={payload?.[0]?.payload} />} />
        <Line
          dataKey="before"
          stroke="var(--color-muted-foreground)"
          strokeWidth={2}
          strokeDasharray="5 4"
          dot={false}
          isAnimationActive={false}
        >
          <LabelList content={(label) => <EndName {...label} last={last} name="Year before" isMuted />} />
        </Line>
        <Line dataKey="now" stroke="var(--color-cool)" strokeWidth={2.5} dot={false} isAnimationActive={false}>
          <LabelList content={(label) => <EndName {...label} last={last} name="12 months" />} />
        </Line>
      </LineChart>
    </ResponsiveContainer>
  );
}

type EndNameProps = {
  x?: number | string;
  y?: number | string;
  index?: number;
  last: number;
  name: string;
  isMuted?: boolean;
};

function EndName({ x, y, index, last, name, isMuted }: EndNameProps) {
  if (index !== last) return null;
  return (
    <text
      x={Number(x ?? 0) + 8}
      y={Number(y ?? 0) + (isMuted ? -6 : 10)}
      fill={isMuted ? "var(--color-muted-foreground)" : "var(--color-cool)"}
      className="font-medium"
    >
      {name}
    </text>
  );
}

function YearBubble({ point }: { point: YearPoint | undefined }) {
  if (!point) return null;
  return (
    <TextBubble
      title={point.title}
      lines={[
        { label: "Jobs", text: String(point.now) },
        ...(point.before === null ? [] : [{ label: point.titleBefore, text: String(point.before) }]),
      ]}
    />
  );
}
