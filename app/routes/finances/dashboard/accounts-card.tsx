import { Link } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { MoneyText } from "~/components/money-text";
import { ShortList } from "~/components/short-list";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { ACCOUNT_TYPE_LABELS, holderBalance } from "~/domain/finance/accounts/account";
import type { AccountFloor, Shortfall } from "~/domain/finance/forecast/forecast";
import { type Currency, formatMoney } from "~/domain/shared/money";
import { paths } from "~/paths";
import { Panel } from "~/routes/finances/shared/panel";
import type { DashboardData } from "./dashboard-data.server";

type AccountsCardProps = {
  accounts: DashboardData["accounts"];
  currency: Currency;
  runway: DashboardData["runway"]["perAccount"];
  floors: readonly AccountFloor[];
};

/** Accounts with their balances, and when and why one is projected to run dry. */
export function AccountsCard({ accounts, currency, runway, floors }: AccountsCardProps) {
  const floorOf = (id: string) => floors.find(({ accountId }) => accountId === id)?.floorMinor ?? 0;
  return (
    <Panel
      title="Accounts"
      action={
        <Button asChild variant="ghost" size="sm">
          <Link to={paths.accounts()}>Manage Accounts</Link>
        </Button>
      }
    >
      {accounts.length === 0 ? (
        <p className="text-muted-foreground">No accounts yet.</p>
      ) : (
        <ShortList count={accounts.length}>
          {accounts.map(({ id, name, accountType, balanceMinor, isActive }) => {
            const { firstBelow, lowest } = runway.find(({ accountId }) => accountId === id) ?? {};
            return (
              <li
                key={id}
                data-always={firstBelow ? "" : undefined}
                className="flex items-baseline justify-between gap-4 py-2"
              >
                <div className="min-w-0">
                  <p className="truncate">{name}</p>
                  <p className="flex flex-wrap items-center gap-x-2 text-muted-foreground text-sm">
                    {ACCOUNT_TYPE_LABELS[accountType]}
                    {!isActive && <Badge>Inactive</Badge>}
                  </p>
                  {firstBelow && <Below shortfall={firstBelow} floorMinor={floorOf(id)} currency={currency} />}
                  {lowest && (
                    <p className="text-muted-foreground text-sm">
                      Lowest ahead: <MoneyText minor={lowest.balanceMinor} currency={currency} /> on{" "}
                      <CivilDateText date={lowest.date} year />
                    </p>
                  )}
                </div>
                <MoneyText minor={holderBalance(accountType, balanceMinor)} currency={currency} />
              </li>
            );
          })}
        </ShortList>
      )}
    </Panel>
  );
}

type BelowProps = { shortfall: Shortfall; floorMinor: number; currency: Currency };

function Below({ shortfall: { date, causes }, floorMinor, currency }: BelowProps) {
  return (
    <p className="text-bad text-sm">
      Below {floorMinor > 0 ? `its floor of ${formatMoney(floorMinor, currency)}` : "zero"} from{" "}
      <CivilDateText date={date} year />
      {causes.length > 0 && `, by ${causes.map(({ name }) => name).join(", ")}`}
    </p>
  );
}
