import { ArrowDown, ArrowUp, Equal, type IconComponent, Siren } from "~/components/ui/icons";
import { type Tone, toneText } from "~/components/ui/tone";
import { PRIORITY_LABELS, type Priority } from "~/domain/work-orders/work-order";
import { cn } from "~/lib/utils";

const looks: Record<Priority, { icon: IconComponent; tone: Tone }> = {
  low: { icon: ArrowDown, tone: "neutral" },
  normal: { icon: Equal, tone: "neutral" },
  high: { icon: ArrowUp, tone: "heat" },
  emergency: { icon: Siren, tone: "bad" },
};

/** How urgent it is: icon and word; color only from high upwards, and an emergency filled so that it is seen first. */
export function PriorityMark({ priority, className }: { priority: Priority; className?: string }) {
  const { icon: Icon, tone } = looks[priority];
  return (
    <span
      className={cn(
        "inline-flex items-center gap-1.5 whitespace-nowrap",
        priority === "emergency"
          ? "rounded-sm bg-destructive px-1.5 font-medium text-destructive-foreground"
          : toneText[tone],
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-3.5 shrink-0" />
      {PRIORITY_LABELS[priority]}
    </span>
  );
}
