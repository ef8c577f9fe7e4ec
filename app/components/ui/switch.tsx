import { forwardRef, type InputHTMLAttributes } from "react";
import { cn } from "~/lib/utils";

const track = [
  "my-[calc((1lh-1.25rem)/2)] h-5 w-9 flex-none appearance-none rounded-full border border-input bg-field transition-colors",
  "aria-invalid:border-bad checked:border-link checked:bg-link disabled:opacity-50 forced-colors:appearance-auto",
];
const thumb = [
  "before:m-[3px] before:block before:size-3 before:rounded-full before:bg-muted-foreground before:transition-transform",
  "before:content-[''] checked:before:translate-x-4 checked:before:bg-card forced-colors:before:content-none",
];

type SwitchProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type" | "role">;

/** An on/off switch that applies at once: a native checkbox announced as a switch. */
export const Switch = forwardRef<HTMLInputElement, SwitchProps>(function Switch({ className, ...rest }, ref) {
  // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its own checked state
  return <input ref={ref} type="checkbox" role="switch" className={cn(track, thumb, className)} {...rest} />;
});
