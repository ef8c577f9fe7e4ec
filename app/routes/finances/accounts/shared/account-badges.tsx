import { StatusBadge } from "~/components/status-badge";
import { Badge } from "~/components/ui/badge";
import { Archive, RefreshCw } from "~/components/ui/icons";
import { ACCOUNT_TYPE_LABELS, type AccountType } from "~/domain/finance/accounts/account";
import type { AccountConnection } from "~/domain/finance/bank-link/health.server";
import { BrokenBadge } from "~/routes/finances/shared/connection-notice";

type AccountBadgesProps = {
  account: { accountType: AccountType; isActive: boolean };
  connection: AccountConnection | undefined;
};

/** Badges for the account's type, a bank connection, and whether it is archived. */
export function AccountBadges({ account, connection }: AccountBadgesProps) {
  const isSynced = account.isActive && connection?.status === "connected";
  return (
    <>
      <Badge>{ACCOUNT_TYPE_LABELS[account.accountType]}</Badge>
      {account.isActive && <BrokenBadge connection={connection} />}
      {isSynced && <StatusBadge icon={RefreshCw} label="Synced" tone="ok" />}
      {!account.isActive && <StatusBadge icon={Archive} label="Inactive" tone="neutral" />}
    </>
  );
}
