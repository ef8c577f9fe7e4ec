import { forwardRef, type InputHTMLAttributes, type ReactNode } from "react";
import { cn } from "~/lib/utils";

type GroupProps = {
  /** The group's accessible name; hide it with `labelHidden` if the context is clear. */
  label: string;
  labelHidden?: boolean;
  children: ReactNode;
  className?: string;
  describedBy?: string;
};

/** A labeled group of radio buttons, stacked. */
export function RadioGroup({ label, labelHidden, children, className, describedBy }: GroupProps) {
  return (
    <fieldset className={cn("flex flex-col gap-2", className)} aria-describedby={describedBy}>
      <legend className={labelHidden ? "sr-only" : "mb-2 font-medium text-foreground text-sm"}>{label}</legend>
      {children}
    </fieldset>
  );
}

type RadioGroupItemProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type"> & { label: ReactNode; hint?: ReactNode };

/** A native radio button with its label, and a hint below it. */
export const RadioGroupItem = forwardRef<HTMLInputElement, RadioGroupItemProps>(function RadioGroupItem(
  { label, hint, className, ...rest },
  ref,
) {
  return (
    <label className={cn("flex items-start gap-3 text-body touch:py-2", className)}>
      <input ref={ref} type="radio" className="check" {...rest} />
      <span>
        {label}
        {hint && <span className="block text-muted-foreground text-sm">{hint}</span>}
      </span>
    </label>
  );
});
