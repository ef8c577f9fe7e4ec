import type { ReactNode } from "react";

/** The status line and the main action, always at the bottom of the screen. Hidden while it has no content. */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-bottom-bar
      className="sticky bottom-0 z-10 -mx-gutter mt-auto flex flex-col gap-2 border-input border-t-2 bg-card px-gutter pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] not-has-[>:not(:empty)]:hidden"
    >
      {children}
    </div>
  );
}
