import { cva } from "class-variance-authority";
import type { IconComponent } from "~/components/ui/icons";
import { cn } from "~/lib/utils";
import type { Tone } from "./ui/tone";

type StatusBadgeProps = {
  label: string;
  tone: Tone;
  icon: IconComponent;
  /** A custom color, for the icon alone, so that the word stays readable. */
  iconColor?: string;
  className?: string;
};

// In parts.css: a row has up to four, and in place they would take a list over its limit (decision record 054).
const stateVariants = cva("state", {
  variants: {
    tone: {
      neutral: "state-neutral",
      info: "state-info",
      active: "state-active",
      ok: "state-ok",
      warn: "state-warn",
      bad: "state-bad",
      heat: "state-heat",
      cool: "state-cool",
    },
  },
});

/** A state with icon, word and color, so that none has to be recognized alone. */
export function StatusBadge({ label, tone, icon: Icon, iconColor, className }: StatusBadgeProps) {
  return (
    <span className={cn(stateVariants({ tone, className }))}>
      <Icon color={iconColor} />
      {label}
    </span>
  );
}
