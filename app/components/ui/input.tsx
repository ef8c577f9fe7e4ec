import { forwardRef, type InputHTMLAttributes } from "react";
import { cn } from "~/lib/utils";
import { controlBox } from "./control";

export const Input = forwardRef<HTMLInputElement, InputHTMLAttributes<HTMLInputElement>>(function Input(
  { className, type = "text", ...rest },
  ref,
) {
  return <input ref={ref} type={type} className={cn(controlBox, "h-control", className)} {...rest} />;
});
