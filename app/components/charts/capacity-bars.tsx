import { Bar, BarChart, CartesianGrid, Cell, LabelList, ResponsiveContainer, Tooltip, XAxis, YAxis } from "recharts";
import { axis, grid, opened, valueAxis } from "./axes";
import { TextBubble } from "./bubbles";

export interface CapacityBar {
  label: string;
  title: string;
  bookedHours: number;
  capacityHours: number;
  /** Expected hours, drawn dashed instead of the booked hours; omitted without a forecast. */
  expectedHours?: number;
}

type CapacityBarsProps = {
  bars: readonly CapacityBar[];
  /** Name of the first bar of each pair: Booked hours. */
  name: string;
  /** Opens what is behind the clicked bar. */
  onPick?: (at: number) => void;
};

// With a space that does not break: labels are as narrow as their bars.
const hours = (value: number) => `${Math.round(value).toLocaleString("en-US")}\u00a0hr`;

/** Shift hours and booked hours, side by side from zero; overbooking is highlighted. */
export function CapacityBars({ bars, name, onPick }: CapacityBarsProps) {
  const shownHours = (bar: CapacityBar) => bar.expectedHours ?? bar.bookedHours;
  return (
    <ResponsiveContainer>
      <BarChart
        accessibilityLayer={false}
        data={[...bars]}
        margin={{ top: 20, right: 8, bottom: 0, left: 4 }}
        barGap={1}
      >
        <CartesianGrid {...grid} />
        <XAxis dataKey="label" {...axis} interval="equidistantPreserveStart" />
        <YAxis {...valueAxis} tickFormatter={hours} width={56} domain={[0, "auto"]} />
        <Tooltip
          cursor={{ fill: "var(--color-muted)" }}
          isAnimationActive={false}
          content={({ payload }) => <HoursBubble bar={payload?.[0]?.payload} name={name} />}
        />
        <Bar dataKey={shownHours} name={name} radius={[3, 3, 0, 0]} isAnimationActive={false} {...opened(onPick)}>
          {bars.map((bar) => (
            <Cell
              key={bar.title}
              fill={shownHours(bar) > bar.capacityHours ? "var(--color-heat)" : "var(--color-cool)"}
              fillOpacity={bar.expectedHours === undefined ? 1 : 0.5}
              stroke={bar.expectedHours === undefined ? undefined : "var(--color-cool)"}
              strokeDasharray={bar.expectedHours === undefined ? undefined : "3 2"}
            />
          ))}
          {bars.length <= 8 && (
            <LabelList dataKey={shownHours} position="top" fill="var(--color-foreground)" formatter={labelOf} />
          )}
        </Bar>
        <Bar
          dataKey="capacityHours"
          fill="transparent"
          stroke="var(--color-muted-foreground)"
          radius={[3, 3, 0, 0]}
          isAnimationActive={false}
          {...opened(onPick)}
        />
      </BarChart>
    </ResponsiveContainer>
  );
}

const labelOf = (value: unknown) => (typeof value === "number" && value > 0 ? hours(value) : "");

function HoursBubble({ bar, name }: { bar: CapacityBar | undefined; name: string }) {
  if (!bar) return null;
  return (
    <TextBubble
      title={bar.title}
      lines={[
        ...(bar.expectedHours === undefined ? [] : [{ label: name, text: hours(bar.expectedHours) }]),
        { label: "Booked", text: hours(bar.bookedHours) },
        { label: "Shifts", text: hours(bar.capacityHours) },
      ]}
    />
  );
}
