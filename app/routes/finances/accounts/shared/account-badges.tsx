import { Archive, RefreshCw } from "lucide-react";
import { StatusBadge } from "~/components/status-badge";
import { Badge } from "~/components/ui/badge";
import { ACCOUNT_TYPE_LABELS, type AccountType } from "~/domain/finance/accounts/account";

type AccountBadgesProps = { account: { accountType: AccountType; isActive: boolean; plaidItemId: string | null } };

/** What kind of account it is, whether a bank keeps it up to date, whether it is archived. */
export function AccountBadges({ account }: AccountBadgesProps) {
  return (
    <>
      <Badge>{ACCOUNT_TYPE_LABELS[account.accountType]}</Badge>
      {account.plaidItemId && account.isActive && <StatusBadge icon={RefreshCw} label="Synced" tone="ok" />}
      {!account.isActive && <StatusBadge icon={Archive} label="Inactive" tone="neutral" />}
    </>
  );
}
