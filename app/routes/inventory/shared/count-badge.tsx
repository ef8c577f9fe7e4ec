import { StatusBadge } from "~/components/status-badge";
import { CircleCheck, CircleX, ClipboardCheck, ClipboardList } from "~/components/ui/icons";
import { COUNT_STATUS_LABELS, isReadyToPost } from "~/domain/inventory/counts/count";
import type { Count } from "~/domain/inventory/counts/counts.server";

const styles = {
  open: { tone: "cool", icon: ClipboardList },
  posted: { tone: "ok", icon: CircleCheck },
  canceled: { tone: "neutral", icon: CircleX },
} as const;

export function CountBadge({ count }: { count: Pick<Count, "status" | "countedCount" | "lineCount"> }) {
  if (isReadyToPost(count)) return <StatusBadge label="Ready to post" tone="warn" icon={ClipboardCheck} />;
  return <StatusBadge label={COUNT_STATUS_LABELS[count.status]} {...styles[count.status]} />;
}
