import { useId, useState } from "react";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Checkbox } from "~/components/ui/checkbox";
import { Copy } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { formatDuration } from "~/domain/shared/time/date-format";
import { zoneLabel } from "~/domain/shared/time/zone-search";
import {
  copyMonday,
  type DayAvailability,
  shiftMinutes,
  WEEK_FROM_MONDAY,
  WEEKDAY_LABELS,
  type Weekday,
  type WeeklyAvailability,
  weekMinutes,
} from "~/domain/technicians/availability";
import { cn } from "~/lib/utils";

type AvailabilityEditorProps = {
  week: WeeklyAvailability;
  zone: string;
  /** Messages by field path, such as `availability.monday.end`. */
  errors: Record<string, string[] | null | undefined>;
  onChange: () => void;
};

/** The hours of each weekday as plain fields: check the day, then enter from, to and breaks. */
export function AvailabilityEditor({ week: first, zone, errors, onChange }: AvailabilityEditorProps) {
  const [week, setWeek] = useState(first);
  const change = (day: Weekday, part: Partial<DayAvailability>) =>
    setWeek((before) => ({ ...before, [day]: { ...before[day], ...part } }));
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted-foreground">
          Times in {zoneLabel(zone)}. <strong className="text-foreground">{formatDuration(weekMinutes(week))}</strong> a
          week.
        </p>
        <Button
          variant="outline"
          size="sm"
          onClick={() => {
            setWeek(copyMonday);
            onChange();
          }}
        >
          <Copy />
          Copy Monday to Friday
        </Button>
      </div>
      <Card as="ul" className="divide-y divide-border">
        {WEEK_FROM_MONDAY.map((day) => (
          <DayRow
            key={day}
            day={day}
            hours={week[day]}
            error={["end", "start", "breaks"]
              .flatMap((field) => errors[`availability.${day}.${field}`] ?? [])
              .join(" ")}
            change={(part) => change(day, part)}
          />
        ))}
      </Card>
    </div>
  );
}

type DayRowProps = {
  day: Weekday;
  hours: DayAvailability;
  error: string;
  change: (part: Partial<DayAvailability>) => void;
};

function DayRow({ day, hours, error, change }: DayRowProps) {
  const id = useId();
  const name = `availability.${day}`;
  const label = WEEKDAY_LABELS[day];
  const pauses = hours.breaks?.length ? hours.breaks : [{ start: "", end: "" }];
  const setBreak = (at: number, part: { start?: string; end?: string }) =>
    change({ breaks: pauses.map((pause, index) => (index === at ? { ...pause, ...part } : pause)) });
  const overnight = hours.available && hours.end < hours.start;
  return (
    <li className="grid items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <label htmlFor={`technician-${name}.end`} className="flex items-center gap-3 font-medium">
        <Checkbox
          id={`technician-${name}.end`}
          name={`${name}.available`}
          checked={hours.available}
          onChange={(event) => change({ available: event.target.checked })}
          aria-describedby={error ? `${id}-error` : undefined}
        />
        {label}
      </label>
      <div
        className={cn(
          "flex flex-wrap items-center gap-x-4 gap-y-2",
          !hours.available && "opacity-50 focus-within:opacity-100",
        )}
      >
        <Times label={label} names={[`${name}.start`, `${name}.end`]} value={hours} onChange={change} />
        {pauses.map((pause, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: breaks are identified only by position
            key={index}
            className="flex flex-wrap items-center gap-2"
          >
            <span className="text-muted-foreground text-sm">Break</span>
            <Times
              label={`${label}'s break`}
              names={[`${name}.breaks[${index}].start`, `${name}.breaks[${index}].end`]}
              value={pause}
              onChange={(part) => setBreak(index, part)}
            />
          </span>
        ))}
      </div>
      <span className="text-muted-foreground text-sm tabular sm:text-right">
        {hours.available ? formatDuration(Math.max(0, shiftMinutes(withoutHalfBreaks(hours)))) : "Day off"}
        {overnight && <span className="block">ends the next day</span>}
      </span>
      {error && (
        <p id={`${id}-error`} className="font-medium text-bad text-sm sm:col-span-3">
          {error}
        </p>
      )}
    </li>
  );
}

type TimesProps = {
  label: string;
  names: [string, string];
  value: { start: string; end: string };
  onChange: (part: { start?: string; end?: string }) => void;
};

function Times({ label, names, value, onChange }: TimesProps) {
  const common = { type: "time", className: "w-28 tabular" };
  return (
    <span className="flex items-center gap-2">
      <Input
        {...common}
        name={names[0]}
        value={value.start}
        aria-label={`${label} from`}
        onChange={(event) => onChange({ start: event.target.value })}
      />
      <span className="text-muted-foreground text-sm">to</span>
      <Input
        {...common}
        name={names[1]}
        value={value.end}
        aria-label={`${label} to`}
        onChange={(event) => onChange({ end: event.target.value })}
      />
    </span>
  );
}

/** A break with only one time entered has no effect yet. */
function withoutHalfBreaks(hours: DayAvailability): DayAvailability {
  return { ...hours, breaks: (hours.breaks ?? []).filter(({ start, end }) => start !== "" && end !== "") };
}
