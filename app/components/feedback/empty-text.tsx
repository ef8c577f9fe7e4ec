import type { ReactNode } from "react";
import { useLaterPage } from "~/lib/use-later-page";
import { cn } from "~/lib/utils";

/** An empty list in one line. Like `EmptyState`, a later page without rows says so instead. */
export function EmptyText({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <p className={cn("text-muted-foreground", className)}>{useLaterPage() ? "Nothing on this page." : children}</p>
  );
}
