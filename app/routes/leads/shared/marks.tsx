import { StatusBadge } from "~/components/status-badge";
import {
  CalendarClock,
  CircleCheck,
  CircleDashed,
  CircleX,
  FileSignature,
  type IconComponent,
  Phone,
} from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import { LEAD_STAGE_LABELS, type LeadStage } from "~/domain/leads/lead";
import { formatNearDate } from "~/domain/shared/time/date-format";
import { cn } from "~/lib/utils";

export const stageStyles: Record<LeadStage, { icon: IconComponent; tone: Tone }> = {
  new: { icon: CircleDashed, tone: "info" },
  contacted: { icon: Phone, tone: "active" },
  estimate_sent: { icon: FileSignature, tone: "warn" },
  won: { icon: CircleCheck, tone: "ok" },
  lost: { icon: CircleX, tone: "neutral" },
};

export function StageBadge({ stage }: { stage: LeadStage }) {
  return <StatusBadge label={LEAD_STAGE_LABELS[stage]} {...stageStyles[stage]} />;
}

/** The date of the next follow-up, red if it has passed. */
export function FollowUp({ on, today }: { on: string; today: string }) {
  const isOverdue = on < today;
  return (
    <span
      className={cn("inline-flex items-center gap-1", isOverdue ? "font-medium text-bad" : "text-muted-foreground")}
    >
      <CalendarClock className="size-3.5" />
      {isOverdue ? "Overdue " : "Follow up "}
      {on === today ? "today" : formatNearDate(on, today)}
    </span>
  );
}
