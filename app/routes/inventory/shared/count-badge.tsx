import { StatusBadge } from "~/components/status-badge";
import { CircleCheck, CircleX, ClipboardList } from "~/components/ui/icons";
import { COUNT_STATUS_LABELS, type CountStatus } from "~/domain/inventory/count";

const styles = {
  open: { tone: "cool", icon: ClipboardList },
  posted: { tone: "ok", icon: CircleCheck },
  canceled: { tone: "neutral", icon: CircleX },
} as const;

export function CountBadge({ status }: { status: CountStatus }) {
  return <StatusBadge label={COUNT_STATUS_LABELS[status]} {...styles[status]} />;
}
