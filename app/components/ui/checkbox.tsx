import { cva } from "class-variance-authority";
import { forwardRef, type InputHTMLAttributes } from "react";
import { cn } from "~/lib/utils";

/** The native box or circle, drawn by us; in forced colors the platform's own returns. */
export const checkboxVariants = cva(
  [
    "my-[calc((1lh-1.125rem)/2)] inline-grid size-4.5 flex-none appearance-none place-content-center border border-input",
    "bg-field transition-colors aria-invalid:border-bad disabled:opacity-50 forced-colors:appearance-auto",
    "before:bg-card before:opacity-0 before:content-[''] forced-colors:before:content-none",
    "checked:border-link checked:bg-link checked:before:opacity-100",
  ],
  {
    variants: {
      type: {
        checkbox: [
          "rounded-sm before:size-2.5 before:[clip-path:polygon(14%_44%,0_62%,42%_98%,100%_18%,82%_4%,38%_66%)]",
          // Not for radios: those of a group without a choice count as indeterminate.
          "indeterminate:border-link indeterminate:bg-link indeterminate:before:opacity-100",
          "indeterminate:before:[clip-path:inset(40%_5%)]",
        ],
        radio: "rounded-full before:size-2 before:rounded-full",
      },
    },
    defaultVariants: { type: "checkbox" },
  },
);

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, "type">;

/** A native checkbox, so that it posts in a form. Give it a label. */
export const Checkbox = forwardRef<HTMLInputElement, CheckboxProps>(function Checkbox({ className, ...rest }, ref) {
  return <input ref={ref} type="checkbox" className={cn(checkboxVariants(), className)} {...rest} />;
});
