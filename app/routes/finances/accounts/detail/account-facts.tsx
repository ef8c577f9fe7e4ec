import type { ReactNode } from "react";
import { MoneyText } from "~/components/money-text";
import { RelativeTime } from "~/components/relative-time";
import { Card } from "~/components/ui/card";
import { holderBalance } from "~/domain/finance/accounts/account";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";

/** Balances, and when they were last updated. */
export function AccountFacts({ account, now }: { account: AccountView; now: number }) {
  const { accountType, currency, currentBalanceMinor, availableBalanceMinor } = account;
  return (
    <Card as="dl" className="grid grid-cols-2 gap-x-6 gap-y-4 p-4 lg:grid-cols-4">
      <Fact term="Current balance">
        <MoneyText
          minor={holderBalance(accountType, currentBalanceMinor)}
          currency={currency}
          className="font-semibold text-xl"
        />
        {accountType === "credit" && currentBalanceMinor > 0 && (
          <span className="block text-muted-foreground text-sm">owed</span>
        )}
      </Fact>
      <Fact term="Available balance">
        {availableBalanceMinor === null ? (
          <span className="text-subtle-foreground">Not known</span>
        ) : (
          <MoneyText minor={availableBalanceMinor} currency={currency} className="font-semibold text-xl" />
        )}
      </Fact>
      <Fact term="Account number">
        {account.accountNumber ??
          (account.mask ? `Ends in ${account.mask}` : <span className="text-subtle-foreground">Not set</span>)}
      </Fact>
      <Fact term="Up to date">
        {!account.lastSyncedAt && !account.balanceUpdatedAt && (
          <span className="text-subtle-foreground">Updated by you</span>
        )}
        {account.lastSyncedAt && (
          <span className="block">
            Last synced <RelativeTime at={Date.parse(account.lastSyncedAt)} now={now} />
          </span>
        )}
        {account.balanceUpdatedAt && (
          <span className="block">
            Balance updated <RelativeTime at={Date.parse(account.balanceUpdatedAt)} now={now} />
          </span>
        )}
      </Fact>
      {account.description && (
        <div className="col-span-2 lg:col-span-4">
          <dt className="text-muted-foreground text-sm">Description</dt>
          <dd className="mt-1 whitespace-pre-line break-words">{account.description}</dd>
        </div>
      )}
    </Card>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted-foreground text-sm">{term}</dt>
      <dd className="mt-1 break-words tabular">{children}</dd>
    </div>
  );
}
