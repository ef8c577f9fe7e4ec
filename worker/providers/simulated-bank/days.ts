import { SIMULATED_INSTITUTIONS } from "~/domain/finance/bank-link/simulated";
import { civilDate, dayNumber } from "~/domain/shared/time/dates";
import { randomFrom, type SimulatedChange, type SimulatedItem, type SimulatedTransaction, truthOf } from "./state";

type Kind = [name: string, merchant: string | null, primary: string, detailed: string, from: number, to: number];

const purchases: Kind[] = [
  ["GREEN MARKET #12", "Green Market", "FOOD_AND_DRINK", "FOOD_AND_DRINK_GROCERIES", 18, 140],
  ["CORNER CAFE", "Corner Cafe", "FOOD_AND_DRINK", "FOOD_AND_DRINK_COFFEE", 3, 14],
  ["TRATTORIA LUCIA", "Trattoria Lucia", "FOOD_AND_DRINK", "FOOD_AND_DRINK_RESTAURANT", 22, 95],
  ["FILL & GO 0447", "Fill & Go", "TRANSPORTATION", "TRANSPORTATION_GAS", 28, 72],
  ["HOME & YARD SUPPLY", "Home & Yard Supply", "HOME_IMPROVEMENT", "HOME_IMPROVEMENT_HARDWARE", 9, 210],
  ["PARKSIDE PHARMACY", "Parkside Pharmacy", "MEDICAL", "MEDICAL_PHARMACIES_AND_SUPPLEMENTS", 6, 60],
  ["ELM ST CINEMA", "Elm Street Cinema", "ENTERTAINMENT", "ENTERTAINMENT_TV_AND_MOVIES", 12, 48],
  ["THREAD AND CO", "Thread & Co", "GENERAL_MERCHANDISE", "GENERAL_MERCHANDISE_CLOTHING_AND_ACCESSORIES", 20, 160],
];

/** Day of the month and amount of monthly bills. */
const bills: [day: number, amount: number, kind: Kind][] = [
  [1, 1650, ["MAPLE COURT RENT", null, "RENT_AND_UTILITIES", "RENT_AND_UTILITIES_RENT", 0, 0]],
  [
    5,
    92.4,
    [
      "CITY POWER AND LIGHT",
      "City Power & Light",
      "RENT_AND_UTILITIES",
      "RENT_AND_UTILITIES_GAS_AND_ELECTRICITY",
      0,
      0,
    ],
  ],
  [12, 15.49, ["STREAMLY", "Streamly", "ENTERTAINMENT", "ENTERTAINMENT_TV_AND_MOVIES", 0, 0]],
  [20, 118, ["UNION MUTUAL INSURANCE", "Union Mutual", "GENERAL_SERVICES", "GENERAL_SERVICES_INSURANCE", 0, 0]],
];

const pay: Kind = ["NORTHWIND PAYROLL", "Northwind", "INCOME", "INCOME_WAGES", 0, 0];

/** Days for which a purchase is pending. */
const PENDING_DAYS = 2;

/** The transactions of one day: pay every other Friday, the month's bills, purchases. Deterministic for a seed and a day. */
function dayOf(item: SimulatedItem, day: number): SimulatedTransaction[] {
  const random = randomFrom(item.seed * 100_003 + day);
  const date = civilDate(day);
  const institution = SIMULATED_INSTITUTIONS.find((one) => one.id === item.institutionId);
  const made: SimulatedTransaction[] = [];
  const add = (role: string, [name, merchant, primary, detailed]: Kind, amount: number) => {
    const account = item.accounts.find((one) => one.role === role);
    if (!account) return;
    made.push({
      transaction_id: `${item.itemId}-${day}-${made.length}`,
      pending_transaction_id: null,
      account_id: account.id,
      amount: Math.round(amount * 100) / 100,
      iso_currency_code: "USD",
      date,
      name,
      merchant_name: merchant,
      pending: false,
      check_number: null,
      personal_finance_category: { primary, detailed },
    });
  };
  if (day % 14 === 8) add("pay", pay, -2450);
  for (const [of, amount, kind] of bills) if (Number(date.slice(8)) === of) add("pay", kind, amount);
  const purchasesPerDay = institution?.purchasesPerDay ?? 1;
  const count = Math.floor(purchasesPerDay / 2 + random() * (purchasesPerDay + 1));
  for (let i = 0; i < count; i += 1) {
    const kind = purchases[Math.floor(random() * purchases.length)];
    if (kind) add("purchases", kind, kind[4] + random() * (kind[5] - kind[4]));
  }
  return made;
}

/** Everything posted before the link. */
export function historyOf(item: SimulatedItem): SimulatedChange[] {
  const changes: SimulatedChange[] = [];
  for (let day = item.linkedDay - item.historyDays; day <= item.linkedDay; day += 1) {
    for (const transaction of dayOf(item, day)) changes.push({ kind: "added", transaction });
  }
  return changes;
}

/** Advances the log to the current day: each day's purchases are pending at first and posted two days later under another id. */
export function catchUp(item: SimulatedItem, now: Date): void {
  const today = dayNumber(new Date(now.getTime() + item.ahead).toISOString().slice(0, 10));
  const namesPending = SIMULATED_INSTITUTIONS.find((one) => one.id === item.institutionId)?.namesPending ?? true;
  while (item.lastDay < today) {
    item.lastDay += 1;
    const posted = civilDate(item.lastDay - PENDING_DAYS);
    const due = [...truthOf(item.log).values()].filter((one) => one.pending && one.date <= posted);
    for (const one of due) post(item, one, { named: namesPending });
    for (const transaction of dayOf(item, item.lastDay)) {
      const pending = transaction.personal_finance_category?.primary !== "INCOME";
      item.log.push({ kind: "added", transaction: { ...transaction, pending } });
    }
  }
}

/** Replaces a pending transaction with a posted one under a new id. */
export function post(
  item: SimulatedItem,
  pending: SimulatedTransaction,
  { named, amount = pending.amount }: { named: boolean; amount?: number },
): void {
  const id = pending.transaction_id;
  const pending_transaction_id = named ? id : null;
  item.log.push({ kind: "removed", id });
  item.log.push({
    kind: "added",
    transaction: { ...pending, transaction_id: `${id}-posted`, pending_transaction_id, pending: false, amount },
  });
}
