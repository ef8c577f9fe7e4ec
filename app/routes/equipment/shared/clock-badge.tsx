import { StatusBadge } from "~/components/status-badge";
import { CircleAlert, CircleCheck, ClockAlert, Clock as ClockIcon, type IconComponent } from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import { type Clock, type ClockState, clockState, clockText } from "~/domain/refrigerant/leaks/compliance";
import type { CivilDate } from "~/domain/shared/time/dates";

const looks: Record<ClockState, { tone: Tone; icon: IconComponent }> = {
  done: { tone: "ok", icon: CircleCheck },
  overdue: { tone: "bad", icon: CircleAlert },
  soon: { tone: "warn", icon: ClockAlert },
  open: { tone: "neutral", icon: ClockIcon },
};

type ClockBadgeProps = { clock: Pick<Clock, "dueOn" | "doneOn">; today: CivilDate };

/** How close a deadline is. */
export function ClockBadge({ clock, today }: ClockBadgeProps) {
  return <StatusBadge label={clockText(clock, today)} {...looks[clockState(clock, today)]} />;
}
