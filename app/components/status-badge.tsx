import { cva } from "class-variance-authority";
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

const statusBadgeVariants = cva(
  "inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full pr-2.5 pl-2 font-medium text-xs",
  { variants: { tone: toneFill } },
);

/** A state with icon, word and color, so that none has to be recognized alone. */
export function StatusBadge({ label, tone, icon: Icon, iconColor, className }: StatusBadgeProps) {
  return (
    <span className={cn(statusBadgeVariants({ tone, className }))}>
      <Icon color={iconColor} className="size-3.5 shrink-0" />
      {label}
    </span>
  );
}
