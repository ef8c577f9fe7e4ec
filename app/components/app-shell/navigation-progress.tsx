import { useNavigation } from "@remix-run/react";
import { cn } from "~/lib/utils";

/** A progress bar at the top while the next screen loads; CSS delays it so that fast loads show none. */
export function NavigationProgress() {
  const busy = useNavigation().state !== "idle";
  return (
    <div
      role="status"
      className={cn(
        "fixed inset-[0_0_auto] z-50 h-0.5 origin-left transform-[scaleX(0)] bg-ring",
        "data-busy:animate-progress-line motion-reduce:data-busy:transform-[scaleX(0.6)]",
      )}
      data-busy={busy || undefined}
    >
      {busy && <span className="sr-only">Loading</span>}
    </div>
  );
}
