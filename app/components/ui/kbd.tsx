import type { ReactNode } from "react";

/** A key as printed on the keyboard. */
export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-border bg-muted px-1 font-sans text-muted-foreground text-xs">
      {children}
    </kbd>
  );
}
