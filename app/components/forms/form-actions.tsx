import type { ReactNode } from "react";

type FormActionsProps = {
  /** The buttons, the primary one first. */
  children: ReactNode;
  /** A SaveState, shown next to them. */
  state?: ReactNode;
};

/** The end of a form: its buttons and save state. On phones they stay at the bottom edge. */
export function FormActions({ children, state }: FormActionsProps) {
  return (
    <div className="form-actions">
      {children}
      {state}
    </div>
  );
}
