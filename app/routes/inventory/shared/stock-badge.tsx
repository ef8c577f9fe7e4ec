import { StatusBadge } from "~/components/status-badge";
import { CircleAlert, CircleCheck, CircleX } from "~/components/ui/icons";
import type { StockState } from "~/domain/inventory/items/item";

const styles = {
  out: { label: "Out of stock", tone: "bad", icon: CircleX },
  low: { label: "Low stock", tone: "warn", icon: CircleAlert },
  ok: { label: "In stock", tone: "ok", icon: CircleCheck },
} as const;

/** An item's stock relative to its reorder point. */
export function StockBadge({ state }: { state: StockState }) {
  return <StatusBadge {...styles[state]} />;
}
