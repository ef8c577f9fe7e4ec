import { useNavigation } from "@remix-run/react";

/** A thin line along the top while the next screen is on its way; the style sheet holds it back for quick ones. */
export function NavigationProgress() {
  const busy = useNavigation().state !== "idle";
  return (
    <div role="status" className="progress-line" data-busy={busy || undefined}>
      {busy && <span className="sr-only">Loading</span>}
    </div>
  );
}
