import { cva } from "class-variance-authority";
import type { ReactNode } from "react";
import type { IconComponent } from "~/components/ui/icons";
import { cn } from "~/lib/utils";

const markVariants = cva("inline-flex items-center gap-1.5 whitespace-nowrap", {
  variants: {
    isFilled: { true: "rounded-sm bg-destructive px-1.5 font-medium text-destructive-foreground" },
  },
});

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
export function Mark({ icon: Icon, iconColor, isFilled, className, children }: MarkProps) {
  return (
    <span className={cn(markVariants({ isFilled, className }))}>
      <Icon color={iconColor} className="size-3.5 shrink-0" />
      {children}
    </span>
  );
}
