import { Link } from "@remix-run/react";
import { MoneyText } from "~/components/money-text";
import { holderBalance } from "~/domain/finance/accounts/account";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import type { AccountConnection } from "~/domain/finance/bank-link/health.server";
import { brokenStatus } from "~/domain/finance/bank-link/item";
import { paths } from "~/paths";
import { AccountBadges } from "~/routes/finances/accounts/shared/account-badges";
import { InstitutionMark } from "~/routes/finances/accounts/shared/institution-mark";
import { MendConnection } from "~/routes/finances/shared/connection-notice";

type AccountGroupsProps = { accounts: readonly AccountView[]; connections: readonly AccountConnection[] };

/** Accounts grouped by institution, with those without one at the end. */
export function AccountGroups({ accounts, connections }: AccountGroupsProps) {
  return (
    <div className="flex flex-col gap-4">
      {groupsOf(accounts).map((group) => (
        <section key={group.key} aria-labelledby={`institution-${group.key}`} className="list-frame overflow-hidden">
          <h3
            id={`institution-${group.key}`}
            className="flex items-center gap-3 border-border border-b px-4 py-3 font-semibold"
          >
            <InstitutionMark name={group.name} logo={group.logo} color={group.color} />
            {group.name ?? "Unknown Institution"}
          </h3>
          <ul className="divide-y divide-border">
            {group.accounts.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                connection={connections.find(({ accountId }) => accountId === account.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type AccountRowProps = { account: AccountView; connection: AccountConnection | undefined };

function AccountRow({ account, connection }: AccountRowProps) {
  return (
    <li className="hover:bg-muted">
      <Link
        to={paths.account(account.id)}
        className="flex items-center gap-4 px-4 py-3 focus-visible:outline-offset-[-2px]"
      >
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 break-words font-medium">{account.name}</span>
            <AccountBadges account={account} connection={connection} />
          </span>
          <span className="break-all text-muted-foreground text-sm tabular">
            {account.accountNumber ?? "No account number"}
          </span>
        </span>
        <span className="flex shrink-0 flex-col items-end gap-1">
          <MoneyText
            minor={holderBalance(account.accountType, account.currentBalanceMinor)}
            currency={account.currency}
            className="font-semibold"
          />
          <span className="text-subtle-foreground text-sm">{account.currency}</span>
        </span>
      </Link>
      {connection && account.isActive && brokenStatus(connection.status) && (
        <div className="px-4 pb-3">
          <MendConnection connection={connection} />
        </div>
      )}
    </li>
  );
}

interface Group {
  key: string;
  name: string | null;
  logo: string | null;
  color: string | null;
  accounts: AccountView[];
}

function groupsOf(accounts: readonly AccountView[]): Group[] {
  const groups = new Map<string, Group>();
  for (const account of accounts) {
    const key = String(account.institutionId ?? "none");
    const { institutionName: name, institutionLogo: logo, institutionColor: color } = account;
    const group = groups.get(key) ?? { key, name, logo, color, accounts: [] };
    group.accounts.push(account);
    groups.set(key, group);
  }
  return [...groups.values()].sort((a, b) => {
    if (a.name === null || b.name === null) return a.name === b.name ? 0 : a.name === null ? 1 : -1;
    return a.name.localeCompare(b.name, "en");
  });
}
