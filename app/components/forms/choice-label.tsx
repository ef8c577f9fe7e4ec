import type { ReactNode } from "react";
import { cn } from "~/lib/utils";

type ChoiceLabelProps = {
  label: ReactNode;
  hint?: ReactNode;
  className?: string;
  /** The checkbox or radio button. */
  children: ReactNode;
};

/** The label of a checkbox or radio button, around it, with a hint below. */
export function ChoiceLabel({ label, hint, className, children }: ChoiceLabelProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
    <label className={cn("flex items-start gap-3 touch:py-2", className)}>
      {children}
      <span>
        {label}
        {hint && <span className="block text-muted-foreground text-sm">{hint}</span>}
      </span>
    </label>
  );
}
