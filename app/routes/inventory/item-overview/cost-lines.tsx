import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axis, grid, shortMoney, valueAxis } from "~/components/charts/axes";
import { Bubble } from "~/components/charts/bubbles";

interface CostPoint {
  label: string;
  title: string;
  /** In the order of the names; null if unknown. */
  minors: readonly (number | null)[];
}

type CostLinesProps = { points: readonly CostPoint[]; names: readonly string[] };

const strokes = [
  { stroke: "var(--color-cool)", strokeWidth: 2 },
  { stroke: "var(--color-heat)", strokeWidth: 2, strokeDasharray: "6 3" },
  { stroke: "var(--color-muted-foreground)", strokeWidth: 1.5, strokeDasharray: "2 3" },
] as const;

/** Unit costs at each month's end. A month with unknown cost leaves a gap. */
export function CostLines({ points, names }: CostLinesProps) {
  return (
    <div className="flex h-full flex-col gap-2">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground">
        {names.map((name, at) => (
          <li key={name} className="flex items-center gap-2">
            <svg width="24" height="8" aria-hidden="true">
              <line x1="0" y1="4" x2="24" y2="4" {...strokes[at]} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      <div className="min-h-0 grow">
        <ResponsiveContainer>
          <LineChart accessibilityLayer={false} data={[...points]} margin={{ top: 8, right: 12, bottom: 0, left: 4 }}>
            <CartesianGrid {...grid} />
            <XAxis dataKey="label" {...axis} interval="equidistantPreserveStart" minTickGap={16} />
            <YAxis {...valueAxis} tickFormatter={shortMoney} width={44} />
            <Tooltip
              isAnimationActive={false}
              content={({ payload }) => <CostBubble point={payload?.[0]?.payload} names={names} />}
            />
            {names.map((name, at) => (
              <Line
                key={name}
                name={name}
                dataKey={(point: CostPoint) => point.minors[at] ?? null}
                {...strokes[at]}
                // A point without known neighbors has no line to make it visible.
                dot={{ r: 2, strokeDasharray: "none" }}
                isAnimationActive={false}
              />
            ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </div>
  );
}

function CostBubble({ point, names }: { point: CostPoint | undefined; names: readonly string[] }) {
  if (!point) return null;
  const lines = names.flatMap((label, at) => {
    const minor = point.minors[at] ?? null;
    return minor === null ? [] : [{ label, minor }];
  });
  return <Bubble title={point.title} lines={lines} currency="USD" />;
}
