import { TabsNav } from "~/components/tabs-nav";
import type { Currency } from "~/domain/shared/money";

type CurrencyTabsProps = {
  currencies: readonly Currency[];
  current: Currency;
  hrefOf: (currency: Currency) => string;
};

/** Currencies are never added together: a household with both views one at a time. */
export function CurrencyTabs({ currencies, current, hrefOf }: CurrencyTabsProps) {
  if (currencies.length < 2) return null;
  return (
    <TabsNav
      label="Currency"
      tabs={currencies.map((currency) => ({ to: hrefOf(currency), label: currency, current: currency === current }))}
    />
  );
}
