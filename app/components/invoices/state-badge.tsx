import { StatusBadge } from "~/components/status-badge";
import { CircleAlert, CircleCheck, CircleDashed, CircleX, FileText, Hourglass } from "~/components/ui/icons";
import { type InvoiceKind, type InvoiceState, STATE_LABELS } from "~/domain/invoices/invoice";

const styles = {
  draft: { tone: "neutral", icon: CircleDashed },
  open: { tone: "info", icon: FileText },
  partly_paid: { tone: "warn", icon: Hourglass },
  overdue: { tone: "bad", icon: CircleAlert },
  paid: { tone: "ok", icon: CircleCheck },
  void: { tone: "neutral", icon: CircleX },
} as const;

export function InvoiceStateBadge({ state, kind }: { state: InvoiceState; kind: InvoiceKind }) {
  if (kind === "credit_note") return <StatusBadge label="Credit note" tone="neutral" icon={FileText} />;
  return <StatusBadge label={STATE_LABELS[state]} {...styles[state]} />;
}
