import { accountTotals, type HeldAccount } from "~/domain/finance/accounts/totals.rules";
import { formatMoney } from "~/domain/money";
import { Stat } from "../stat";

/** Assets, liabilities and net worth of the active accounts; two currencies are never added. */
export function Totals({ accounts }: { accounts: readonly HeldAccount[] }) {
  const totals = accountTotals(accounts);
  return (
    <div className="flex flex-col gap-3">
      {totals.map(({ currency, assetsMinor, liabilitiesMinor, netWorthMinor }) => {
        const tag = totals.length > 1 ? ` (${currency})` : "";
        const format = (minor: number) => formatMoney(Math.round(minor), currency);
        return (
          <div key={currency} className="grid gap-3 sm:grid-cols-3">
            <Stat label={`Total Assets${tag}`} value={assetsMinor} format={format} signed />
            <Stat label={`Total Liabilities${tag}`} value={liabilitiesMinor} format={format} />
            <Stat label={`Net Worth${tag}`} value={netWorthMinor} format={format} signed />
          </div>
        );
      })}
    </div>
  );
}
