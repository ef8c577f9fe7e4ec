import type { IconComponent } from "~/components/ui/icons";
import { cn } from "~/lib/utils";
import { type Tone, toneFill } from "./ui/tone";

type StatusBadgeProps = { label: string; tone: Tone; icon: IconComponent; className?: string };

/** A state with icon, word and color, so that none has to be recognized alone. */
export function StatusBadge({ label, tone, icon: Icon, className }: StatusBadgeProps) {
  return (
    <span className={cn("state", toneFill[tone], className)}>
      <Icon />
      {label}
    </span>
  );
}
