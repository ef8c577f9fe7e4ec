import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axis, grid, valueAxis } from "~/components/charts/axes";
import { TextBubble } from "~/components/charts/bubbles";
import { MONTHS } from "~/domain/shared/time/date-format";

interface SeasonLine {
  name: string;
  /** January to December, 100 is the average; null if unknown. */
  values: readonly (number | null)[];
}

const strokes = [
  { stroke: "var(--color-heat)", strokeWidth: 2.5 },
  { stroke: "var(--color-cool)", strokeWidth: 2 },
  { stroke: "var(--color-cool)", strokeWidth: 2, strokeDasharray: "6 3" },
  { stroke: "var(--color-muted-foreground)", strokeWidth: 2, strokeDasharray: "2 3" },
  { stroke: "var(--color-info)", strokeWidth: 2, strokeDasharray: "9 3 2 3" },
  { stroke: "var(--color-muted-foreground)", strokeWidth: 1.5 },
] as const;

/** Seasonal course of several series relative to their averages. An unknown month leaves a gap. */
export function SeasonChart({ lines }: { lines: readonly SeasonLine[] }) {
  const points = MONTHS.map((name, at) => ({ at, label: name.slice(0, 3) }));
  const valueAt = (name: string, at: number) => lines.find((line) => line.name === name)?.values[at] ?? null;
  return (
    <div className="flex h-full flex-col gap-2">
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-muted-foreground">
        {lines.map(({ name }, at) => (
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
          <LineChart accessibilityLayer={false} data={points} margin={{ top: 8, right: 12, bottom: 0, left: 4 }}>
            <CartesianGrid {...grid} />
            <XAxis dataKey="label" {...axis} interval="equidistantPreserveStart" minTickGap={8} />
            <YAxis {...valueAxis} width={36} domain={["auto", "auto"]} />
            <ReferenceLine y={100} stroke="var(--color-input)" />
            <Tooltip
              isAnimationActive={false}
              content={({ payload, label }) =>
                payload && payload.length > 0 ? (
                  <TextBubble
                    title={String(label)}
                    lines={payload.map(({ name, value }) => ({ label: String(name), text: String(value) }))}
                  />
                ) : null
              }
            />
            {lines.map(({ name }, at) => (
              <Line
                key={name}
                name={name}
                dataKey={(point: { at: number }) => valueAt(name, point.at)}
                {...strokes[at]}
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
