import { Stat } from "~/components/stat";
import { accountTotals, type HeldAccount } from "~/domain/finance/accounts/account";
import { formatMoney } from "~/domain/shared/money";

// Three cards side by side; on a phone three lines of one card.
const frame =
  "grid sm:grid-cols-3 sm:gap-3 max-sm:divide-y max-sm:divide-border max-sm:rounded-md max-sm:border max-sm:border-border max-sm:bg-card";
const line =
  "max-sm:flex max-sm:items-baseline max-sm:justify-between max-sm:gap-4 max-sm:rounded-none max-sm:border-x-0 max-sm:border-b-0 max-sm:bg-transparent max-sm:px-4 max-sm:py-2.5 max-sm:first:border-t-0";

/** Assets, liabilities and net worth of the active accounts; two currencies are never added. */
export function Totals({ accounts }: { accounts: readonly HeldAccount[] }) {
  const totals = accountTotals(accounts);
  return (
    <div className="flex flex-col gap-3">
      {totals.map(({ currency, assetsMinor, liabilitiesMinor, netWorthMinor }) => {
        const tag = totals.length > 1 ? ` (${currency})` : "";
        const format = (minor: number) => formatMoney(Math.round(minor), currency);
        return (
          <div key={currency} className={frame}>
            <Stat label={`Total Assets${tag}`} value={assetsMinor} format={format} signed className={line} />
            <Stat label={`Total Liabilities${tag}`} value={liabilitiesMinor} format={format} className={line} />
            <Stat label={`Net Worth${tag}`} value={netWorthMinor} format={format} signed className={line} />
          </div>
        );
      })}
    </div>
  );
}
