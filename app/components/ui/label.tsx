import { forwardRef, type LabelHTMLAttributes } from "react";
import { cn } from "~/lib/utils";

type LabelProps = LabelHTMLAttributes<HTMLLabelElement> & {
  /** Shows the required mark; `required` itself is set on the control. */
  required?: boolean;
};

export const Label = forwardRef<HTMLLabelElement, LabelProps>(function Label(
  { className, required, children, ...rest },
  ref,
) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: callers pass htmlFor
    <label ref={ref} className={cn("font-medium text-foreground text-sm", className)} {...rest}>
      {children}
      {required && (
        <span aria-hidden="true" className="ml-0.5 text-heat">
          *
        </span>
      )}
    </label>
  );
});
