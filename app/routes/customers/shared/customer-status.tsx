import { StatusBadge } from "~/components/status-badge";
import { Archive, Ban, CircleCheck, CirclePause, UserRoundSearch } from "~/components/ui/icons";
import { CUSTOMER_STATUS_LABELS, type CustomerStatus as Status } from "~/domain/customers/customer";

const looks = {
  active: { tone: "ok", icon: CircleCheck },
  inactive: { tone: "neutral", icon: CirclePause },
  prospect: { tone: "info", icon: UserRoundSearch },
  suspended: { tone: "bad", icon: Ban },
} as const;

/** The customer's status; being archived takes precedence. */
export function CustomerStatus({ status, archived }: { status: Status; archived: boolean }) {
  if (archived) return <StatusBadge label="Archived" tone="neutral" icon={Archive} />;
  return <StatusBadge label={CUSTOMER_STATUS_LABELS[status]} {...looks[status]} />;
}
