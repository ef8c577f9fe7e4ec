import type { Currency } from "~/domain/shared/money";
import { formatMoney, formatSignedMoney } from "~/domain/shared/money";
import { cn } from "~/lib/utils";

/** The currency sign alone, as an input shows it before the amount: $, €, CA$. */
export function currencySign(currency: Currency): string {
  return formatMoney(0, currency).replace(/[\d.,]/g, "");
}

type MoneyTextProps = {
  /** Minor units. */
  minor: number;
  currency?: Currency;
  /** Shows `+` before positive amounts. */
  signed?: boolean;
  className?: string;
};

/** An amount in tabular figures, its currency in a lighter tone, red only if negative. */
export function MoneyText({ minor, currency = "USD", signed = false, className }: MoneyTextProps) {
  const text = signed ? formatSignedMoney(minor, currency) : formatMoney(minor, currency);
  const at = text.search(/\d/);
  const below = minor < 0;
  return (
    <span className={cn("whitespace-nowrap tabular", below && "text-bad", className)}>
      <span className={below ? undefined : "text-subtle-foreground"}>{text.slice(0, at)}</span>
      {text.slice(at)}
    </span>
  );
}
