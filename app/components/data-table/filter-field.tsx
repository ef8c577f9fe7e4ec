import type { ReactNode } from "react";
import { cn } from "~/lib/utils";

type FilterFieldProps = {
  label: string;
  /** Id of the labeled control; without one, the control names itself. */
  controlId?: string;
  className?: string;
  children: ReactNode;
};

/** A filter below its label in the sheet, or alone in a row, where its empty choice serves as the label. */
export function FilterField({ label, controlId, className, children }: FilterFieldProps) {
  return (
    <div className={cn("flex flex-col gap-1.5 sm:w-40", className)}>
      {controlId ? (
        <label htmlFor={controlId} className="font-medium text-sm sm:sr-only">
          {label}
        </label>
      ) : (
        <span aria-hidden="true" className="font-medium text-sm sm:hidden">
          {label}
        </span>
      )}
      {children}
    </div>
  );
}
