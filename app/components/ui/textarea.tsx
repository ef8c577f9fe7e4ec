import { forwardRef, type TextareaHTMLAttributes } from "react";
import { cn } from "~/lib/utils";
import { controlBox } from "./control";

/** Grows with its text if the browser supports it, and can be resized everywhere. */
export const Textarea = forwardRef<HTMLTextAreaElement, TextareaHTMLAttributes<HTMLTextAreaElement>>(function Textarea(
  { className, rows = 4, ...rest },
  ref,
) {
  return (
    <textarea
      ref={ref}
      rows={rows}
      className={cn(controlBox, "field-sizing-content min-h-24 resize-y py-2", className)}
      {...rest}
    />
  );
});
