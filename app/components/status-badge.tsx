import type { IconComponent } from "~/components/ui/icons";
import { cn } from "~/lib/utils";
import { type Tone, toneFill } from "./ui/tone";

type StatusBadgeProps = {
  label: string;
  tone: Tone;
  icon: IconComponent;
  /** A custom color, for the icon alone, so that the word stays readable. */
  iconColor?: string;
  className?: string;
};

/** A state with icon, word and color, so that none has to be recognized alone. */
export function StatusBadge({ label, tone, icon: Icon, iconColor, className }: StatusBadgeProps) {
  return (
    <span className={cn("state", toneFill[tone], className)}>
      <Icon color={iconColor} />
      {label}
    </span>
  );
}
