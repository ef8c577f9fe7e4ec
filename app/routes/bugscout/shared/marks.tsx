import { Mark } from "~/components/mark";
import { StatusBadge } from "~/components/status-badge";
import { Badge } from "~/components/ui/badge";
import {
  ArrowDown,
  ArrowUp,
  CircleCheck,
  CircleDashed,
  CircleX,
  Equal,
  type IconComponent,
  MessageCircle,
  Minus,
  Paperclip,
  Radio,
  Siren,
} from "~/components/ui/icons";
import { type Tone, toneText } from "~/components/ui/tone";
import type { IssuePriority, StateCategory } from "~/domain/issues/issue";
import { cn } from "~/lib/utils";
import { usePriorities } from "./use-priorities";

const priorityStyles: Record<IssuePriority, { icon: IconComponent; tone: Tone }> = {
  urgent: { icon: Siren, tone: "bad" },
  high: { icon: ArrowUp, tone: "heat" },
  medium: { icon: Equal, tone: "neutral" },
  low: { icon: ArrowDown, tone: "neutral" },
  none: { icon: Minus, tone: "neutral" },
};

/**
 * Priority as icon and word, in the business's words. By default colored only from high up, and filled if urgent; a custom color
 * applies only to the icon, so that the word stays readable.
 */
export function IssuePriorityMark({ priority, className }: { priority: IssuePriority; className?: string }) {
  const { name, color } = usePriorities().find((one) => one.priority === priority) ?? { name: priority, color: null };
  const { icon, tone } = priorityStyles[priority];
  const isFilled = color === null && priority === "urgent";
  return (
    <Mark
      icon={icon}
      iconColor={color ?? undefined}
      isFilled={isFilled}
      className={cn(!isFilled && (color === null ? toneText[tone] : "text-foreground"), className)}
    >
      {name}
    </Mark>
  );
}

interface State {
  stateId: string;
  category: StateCategory;
}

/** Businesses name their own states: the icon distinguishes open from closed, and the six initial states from each other. */
function stateStyle({ stateId, category }: State): { icon: IconComponent; tone: Tone } {
  if (category === "closed")
    return stateId === "canceled" ? { icon: CircleX, tone: "neutral" } : { icon: CircleCheck, tone: "ok" };
  if (stateId === "progress") return { icon: Radio, tone: "active" };
  if (stateId === "review") return { icon: Radio, tone: "info" };
  return { icon: CircleDashed, tone: stateId === "backlog" ? "neutral" : "cool" };
}

/** A state's icon, in the color chosen by the business. */
export function StateIcon({ color, className, ...state }: State & { color: string | null; className?: string }) {
  const { icon: Icon, tone } = stateStyle(state);
  return color ? <Icon color={color} className={className} /> : <Icon className={cn(toneText[tone], className)} />;
}

/** A custom color applies only to the icon, so that the word stays readable. */
export function IssueStateBadge({
  stateName,
  stateColor,
  ...state
}: State & { stateName: string; stateColor: string | null }) {
  const custom = stateColor === null ? undefined : { iconColor: stateColor, className: "bg-muted text-foreground" };
  return <StatusBadge {...stateStyle(state)} label={stateName} {...custom} />;
}

interface Label {
  id: string;
  name: string;
  color: string;
}

/** The color is a dot next to the name, so that the name is readable whatever color was chosen. */
export function LabelList({ labels }: { labels: readonly Label[] }) {
  if (labels.length === 0) return null;
  return (
    <span className="flex flex-wrap gap-1">
      {labels.map(({ id, name, color }) => (
        <Badge key={id} className="border border-border bg-transparent">
          <svg aria-hidden="true" viewBox="0 0 8 8" className="size-2">
            <circle cx="4" cy="4" r="4" fill={color} />
          </svg>
          {name}
        </Badge>
      ))}
    </span>
  );
}

/** The labels of an issue, from all labels. */
export function labelsAmong(all: readonly Label[], ids: readonly string[]): Label[] {
  return all.filter(({ id }) => ids.includes(id));
}

interface IssueCountsProps {
  comments: number;
  attachments: number;
  className?: string;
}

/** An issue's number of comments and files; nothing if there are none. */
export function IssueCounts({ comments, attachments, className }: IssueCountsProps) {
  if (comments === 0 && attachments === 0) return null;
  return (
    <span className={cn("inline-flex items-center gap-3 text-muted-foreground tabular", className)}>
      {comments > 0 && (
        <span className="inline-flex items-center gap-1">
          <MessageCircle className="size-3.5" />
          {comments}
          <span className="sr-only">{comments === 1 ? "comment" : "comments"}</span>
        </span>
      )}
      {attachments > 0 && (
        <span className="inline-flex items-center gap-1">
          <Paperclip className="size-3.5" />
          {attachments}
          <span className="sr-only">{attachments === 1 ? "attachment" : "attachments"}</span>
        </span>
      )}
    </span>
  );
}
