import { forwardRef, type InputHTMLAttributes } from "react";
import { cn } from "~/lib/utils";
import { checkBox } from "./control";

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type">;

/** A native checkbox, so that it posts in a form. Needs a label. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox({ className, ...rest }, ref) {
  return <input ref={ref} type="checkbox" className={cn(checkBox, className)} {...rest} />;
});
