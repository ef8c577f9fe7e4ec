import { CircleDashed, type IconComponent, Radio, RefreshCw } from "~/components/ui/icons";
import type { LiveState } from "~/lib/live/live-deps";
import { useLiveState } from "~/lib/live/use-live-events";

const STATES: Record<LiveState, { icon: IconComponent; label: string; description: string; style: string }> = {
  connecting: {
    icon: CircleDashed,
    label: "Connecting",
    description: "Others' changes will appear automatically.",
    style: "text-muted-foreground",
  },
  live: { icon: Radio, label: "Live", description: "Others' changes appear automatically.", style: "text-ok" },
  reconnecting: {
    icon: RefreshCw,
    label: "Reconnecting",
    description: "Others' changes will appear when the connection is back.",
    style: "text-warn",
  },
};

/**
 * Shows whether the screen receives others' changes. `isStale`: its data could not be reloaded, even if the connection
 * is up.
 */
export function LiveStateMark({ isStale = false }: { isStale?: boolean }) {
  const state = useLiveState();
  const { icon: Icon, label, description, style } = STATES[isStale ? "reconnecting" : state];
  return (
    <span role="status" title={description} className={`inline-flex items-center gap-1.5 text-sm ${style}`}>
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </span>
  );
}
