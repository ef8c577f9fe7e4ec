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
    <div className={cn("filter-field", className)}>
      {controlId ? <label htmlFor={controlId}>{label}</label> : <span aria-hidden="true">{label}</span>}
      {children}
    </div>
  );
}
