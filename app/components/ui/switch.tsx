import { forwardRef, type InputHTMLAttributes } from "react";
import { cn } from "~/lib/utils";

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role">;

/** On or off, at once: a native checkbox announced as a switch. */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch({ className, ...rest }, ref) {
  // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox carries its checked state itself
  return <input ref={ref} type="checkbox" role="switch" className={cn("switch", className)} {...rest} />;
});
