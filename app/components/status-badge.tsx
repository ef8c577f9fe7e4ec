import type { IconComponent } from "~/components/ui/icons";
import { cn } from "~/lib/utils";
import { type Tone, toneFill } from "./ui/tone";

type StatusBadgeProps = { label: string; tone: Tone; icon: IconComponent; className?: string };

/** A state: icon, word and color together, so that none of them has to be seen alone. */
export function StatusBadge({ label, tone, icon: Icon, className }: StatusBadgeProps) {
  return (
    <span
      className={cn(
        "inline-flex h-6 items-center gap-1.5 whitespace-nowrap rounded-full pr-2.5 pl-2 font-medium text-xs",
        toneFill[tone],
        className,
      )}
    >
      <Icon className="size-3.5" />
      {label}
    </span>
  );
}
