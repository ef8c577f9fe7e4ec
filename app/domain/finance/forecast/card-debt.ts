import { type HeldAccount, isLiability } from "~/domain/finance/accounts/account";
import { namesAgree } from "~/domain/finance/matching/matching";
import type { PlannedItem } from "~/domain/finance/tracker/plan";
import type { Flow } from "~/domain/finance/tracker/recurrence";
import type { Currency } from "~/domain/shared/money";

/** An account of the household with its name. */
export type NamedAccount = HeldAccount & { id: string; name: string };

const SAYS_LOAN = /\b(loans?|mortgage|heloc|lease|financing)\b/i;
const SAYS_CARD = /\b(cards?|visa|mastercard|amex|american express)\b/i;
const SAYS_PAYMENT = /\b(pay|payments?|pymt|autopay|bill|credit cards?)\b/i;

/**
 * Whether an account is a loan. It has the type of a card, but is paid off by planned bills over years; only its name tells the
 * two apart.
 */
export function isLoan({ accountType, name }: Pick<NamedAccount, "accountType" | "name">): boolean {
  return isLiability(accountType) && SAYS_LOAN.test(name);
}

/** The active cards of one currency. */
export function cardsIn(accounts: readonly NamedAccount[], currency: Currency): NamedAccount[] {
  return accounts.filter(
    (account) =>
      account.isActive && account.currency === currency && isLiability(account.accountType) && !isLoan(account),
  );
}

/** Whether a planned expense is a payment to one of the cards: a debt paydown, or one that says so, with the name of a card. */
function paysCard(item: PlannedItem, cards: readonly NamedAccount[]): boolean {
  const { name, category } = item;
  if (category !== "debt_paydown" && (category !== "other" || !SAYS_PAYMENT.test(name))) return false;
  if (item.kind !== "expense" || SAYS_LOAN.test(name) || cards.some(({ id }) => id === item.accountId)) return false;
  return SAYS_CARD.test(name) || cards.some((card) => namesAgree(card.name, name));
}

/**
 * The part of each planned card payment that pays what the cards owe now, in positive minor units; the earliest payments come
 * first. Whoever deducts the debt must not deduct this part again.
 */
export function debtPaidBy(
  flows: readonly Flow[],
  accounts: readonly NamedAccount[],
  currency: Currency,
): Map<Flow, number> {
  const paid = new Map<Flow, number>();
  const cards = cardsIn(accounts, currency);
  let owedMinor = cards.reduce((sum, { balanceMinor }) => sum + Math.max(0, balanceMinor), 0);
  if (owedMinor === 0) return paid;
  const payments = flows.filter(({ item, amountMinor }) => {
    return amountMinor < 0 && item.currency === currency && paysCard(item, cards);
  });
  for (const flow of payments.sort((a, b) => a.day - b.day)) {
    const partMinor = Math.min(owedMinor, -flow.amountMinor);
    if (partMinor > 0) paid.set(flow, partMinor);
    owedMinor -= partMinor;
  }
  return paid;
}
