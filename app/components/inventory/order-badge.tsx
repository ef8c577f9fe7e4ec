import { StatusBadge } from "~/components/status-badge";
import { CircleAlert, CircleCheck, CircleDashed, CircleX, Hourglass, Truck } from "~/components/ui/icons";
import { PURCHASE_ORDER_STATUS_LABELS, type PurchaseOrderStatus } from "~/domain/purchasing/purchase-order";

const styles = {
  draft: { tone: "neutral", icon: CircleDashed },
  ordered: { tone: "info", icon: Truck },
  partly_received: { tone: "warn", icon: Hourglass },
  received: { tone: "ok", icon: CircleCheck },
  canceled: { tone: "neutral", icon: CircleX },
} as const;

export function OrderBadge({ status, isOverdue }: { status: PurchaseOrderStatus; isOverdue: boolean }) {
  if (isOverdue) return <StatusBadge label="Overdue" tone="bad" icon={CircleAlert} />;
  return <StatusBadge label={PURCHASE_ORDER_STATUS_LABELS[status]} {...styles[status]} />;
}
