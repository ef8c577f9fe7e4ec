import { StatusBadge } from "~/components/status-badge";
import { CircleAlert, CircleCheck, ClockAlert, Clock as ClockIcon, type IconComponent } from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import { type Clock, type ClockState, clockState } from "~/domain/refrigerant/compliance";
import { type CivilDate, daysBetween } from "~/domain/shared/dates";

const looks: Record<ClockState, { tone: Tone; icon: IconComponent }> = {
  done: { tone: "ok", icon: CircleCheck },
  overdue: { tone: "bad", icon: CircleAlert },
  soon: { tone: "warn", icon: ClockAlert },
  open: { tone: "neutral", icon: ClockIcon },
};

type ClockBadgeProps = { clock: Pick<Clock, "dueOn" | "doneOn">; today: CivilDate };

/** How far a deadline is. */
export function ClockBadge({ clock, today }: ClockBadgeProps) {
  const state = clockState(clock, today);
  return <StatusBadge label={labelOf(state, daysBetween(today, clock.dueOn))} {...looks[state]} />;
}

function labelOf(state: ClockState, days: number): string {
  if (state === "done") return "Done";
  if (days === 0) return "Due today";
  const count = Math.abs(days) === 1 ? "1 day" : `${Math.abs(days)} days`;
  return days < 0 ? `${count} overdue` : `${count} left`;
}
