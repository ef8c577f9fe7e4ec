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
    <div
      data-bottom-bar="form"
      className="flex flex-wrap items-center gap-3 max-sm:-mx-4 max-sm:[@media(height>=24rem)]:sticky max-sm:[@media(height>=24rem)]:bottom-0 max-sm:z-30 max-sm:border-border max-sm:border-t max-sm:bg-background max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:[&>button]:flex-[1_0_auto]"
    >
      {children}
      {state}
    </div>
  );
}
