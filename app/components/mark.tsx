import type { ReactNode } from "react";
import type { IconComponent } from "~/components/ui/icons";
import { cn } from "~/lib/utils";

type MarkProps = {
  icon: IconComponent;
  /** A custom color, for the icon alone, so that the word stays readable. */
  iconColor?: string;
  /** On red, so that it stands out. */
  isFilled?: boolean;
  className?: string;
  children: ReactNode;
};

/** A word with its icon, for what a row or card says beside its state. */
export function Mark({ icon: Icon, iconColor, isFilled = false, className, children }: MarkProps) {
  return (
    <span className={cn("mark", isFilled && "mark-filled", className)}>
      <Icon color={iconColor} />
      {children}
    </span>
  );
}
