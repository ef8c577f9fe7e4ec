import { CircleDashed, type LucideIcon, Radio, RefreshCw } from "lucide-react";
import type { LiveState } from "./live-deps";
import { useLiveState } from "./use-live-events";

const shown: Record<LiveState, { icon: LucideIcon; words: string; means: string; looks: string }> = {
  connecting: {
    icon: CircleDashed,
    words: "Connecting",
    means: "Others' changes will appear automatically.",
    looks: "text-muted-foreground",
  },
  live: { icon: Radio, words: "Live", means: "Others' changes appear automatically.", looks: "text-ok" },
  reconnecting: {
    icon: RefreshCw,
    words: "Reconnecting",
    means: "Others' changes will appear when the connection is back.",
    looks: "text-warn",
  },
};

/** Whether what one sees follows what others do. `behind`: it could not be read anew, however good the connection. */
export function LiveStateMark({ behind = false }: { behind?: boolean }) {
  const state = useLiveState();
  const { icon: Icon, words, means, looks } = shown[behind ? "reconnecting" : state];
  return (
    <span role="status" title={means} className={`inline-flex items-center gap-1.5 text-sm ${looks}`}>
      <Icon aria-hidden="true" className="size-4" />
      {words}
    </span>
  );
}
