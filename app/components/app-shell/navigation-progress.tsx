import { useNavigation } from "@remix-run/react";

/** A progress line at the top while the next screen loads; CSS delays it for fast ones. */
export function NavigationProgress() {
  const busy = useNavigation().state !== "idle";
  return (
    <div role="status" className="progress-line" data-busy={busy || undefined}>
      {busy && <span className="sr-only">Loading</span>}
    </div>
  );
}
