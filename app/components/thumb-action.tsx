import type { ReactNode } from "react";

/** A screen's primary action: within thumb reach at the bottom edge of phones, in place elsewhere. */
export function ThumbAction({ children }: { children: ReactNode }) {
  return (
    <div
      data-bottom-bar="screen"
      className="print:hidden empty:hidden max-sm:fixed max-sm:inset-[auto_0_0] max-sm:z-30 max-sm:border-border max-sm:border-t max-sm:bg-background max-sm:px-4 max-sm:pt-3 max-sm:pb-[max(0.75rem,env(safe-area-inset-bottom))] max-sm:*:w-full"
    >
      {children}
    </div>
  );
}
