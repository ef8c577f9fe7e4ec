import { forwardRef, type SelectHTMLAttributes } from "react";
import { cn } from "~/lib/utils";
import { controlBox } from "./control";
import { ChevronDown } from "./icons";

export type Choice = { value: string; label: string; disabled?: boolean };

type NativeSelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  choices?: readonly Choice[];
  /** Label of the first, empty choice: what applies if nothing is chosen. */
  placeholder?: string;
};

/**
 * The platform's own select: best on phones, posts in a form, works before any script. A value that is not among the choices
 * stays one until another is chosen; the browser would select the first choice, and saving would change the record.
 */
export const NativeSelect = forwardRef<HTMLSelectElement, NativeSelectProps>(function NativeSelect(
  { className, choices, placeholder, children, ...rest },
  ref,
) {
  const value = String(rest.value ?? rest.defaultValue ?? "");
  const isOther = value !== "" && choices !== undefined && !children && !choices.some((one) => one.value === value);
  return (
    <span className={cn("relative block", className)}>
      <select ref={ref} className={cn(controlBox, "h-control appearance-none truncate pr-9")} {...rest}>
        {placeholder !== undefined && <option value="">{placeholder}</option>}
        {choices?.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
        {isOther && <option value={value}>Current choice</option>}
        {children}
      </select>
      <ChevronDown className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted-foreground" />
    </span>
  );
});
