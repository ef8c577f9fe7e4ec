import { forwardRef, type InputHTMLAttributes, type ReactNode } from "react";
import { cn } from "~/lib/utils";
import { checkBox } from "./control";

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

type RadioGroupItemProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type">;

/** A native radio button, so that it posts in a form. Needs a label. */
export const RadioGroupItem = forwardRef<HTMLInputElement, RadioGroupItemProps>(function RadioGroupItem(
  { className, ...rest },
  ref,
) {
  return <input ref={ref} type="radio" className={cn(checkBox, className)} {...rest} />;
});
