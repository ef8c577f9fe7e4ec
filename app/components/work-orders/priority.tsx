import { Mark } from "~/components/mark";
import { ArrowDown, ArrowUp, Equal, type IconComponent, Siren } from "~/components/ui/icons";
import { type Tone, toneText } from "~/components/ui/tone";
import { PRIORITY_LABELS, type Priority } from "~/domain/work-order-basics/priority";
import { cn } from "~/lib/utils";

const looks: Record<Priority, { icon: IconComponent; tone: Tone }> = {
  low: { icon: ArrowDown, tone: "neutral" },
  normal: { icon: Equal, tone: "neutral" },
  high: { icon: ArrowUp, tone: "heat" },
  emergency: { icon: Siren, tone: "bad" },
};

/** Priority as icon and word; colored only from high up, and an emergency is filled so that it stands out. */
export function PriorityMark({ priority, className }: { priority: Priority; className?: string }) {
  const { icon, tone } = looks[priority];
  return (
    <Mark
      icon={icon}
      isFilled={priority === "emergency"}
      className={cn(priority !== "emergency" && toneText[tone], className)}
    >
      {PRIORITY_LABELS[priority]}
    </Mark>
  );
}
