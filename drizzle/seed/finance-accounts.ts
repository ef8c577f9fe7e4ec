import type { ExpenseCategory, IncomeCategory } from "~/domain/finance/tracker/categories";
import type { Timing } from "~/domain/finance/tracker/plan";
import { expand } from "~/domain/finance/tracker/recurrence";
import { addDays, addMonths, lastDayOfMonth, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { type Entry, entryRow, type Held, heldAccounts, seedHeld } from "./finance-ledger";
import type { Randomizer } from "./random";

/** The fields of a planned item that an account needs. */
export type Planned = Timing & { name: string; amountMinor: number } & (
    | { kind: "income"; category: IncomeCategory }
    | { kind: "expense"; category: ExpenseCategory }
  );

interface Accounts {
  userId: string;
  plan: readonly Planned[];
  today: string;
  random: Randomizer;
}

const monthsOfHistory = 14;

const shownAs: Record<ExpenseCategory, string> = {
  housing: "housing",
  utilities: "utilities",
  transportation: "transportation",
  food: "groceries",
  healthcare: "healthcare",
  insurance: "bill",
  entertainment: "entertainment",
  education: "education",
  shopping: "shopping",
  subscriptions: "bill",
  debt_paydown: "debt",
  other: "other",
};

/** Unplanned spending: the small amounts a forecast has to estimate. */
const unplanned = [
  ["Colectivo Coffee", "dining", 350, 900],
  ["Bliffert Lumber", "shopping", 1800, 8500],
  ["Amazon Marketplace", "shopping", 1200, 9800],
  ["Pizza Man", "dining", 2400, 5200],
  ["Milwaukee Parking", "transportation", 200, 1600],
  ["Bradley Pets", "other", 1500, 4200],
] as const;

/** Unexpected expenses, about one per month, so that an estimate has a range. */
const surprises = [
  ["Lake Animal Hospital", "healthcare", 14_000, 62_000],
  ["Best Buy", "shopping", 12_000, 78_000],
  ["Midtown Auto Repair", "transportation", 18_000, 69_000],
] as const;

/**
 * The demo household's accounts as its banks show them through yesterday: planned items, a bill that is still missing, and
 * unplanned spending.
 */
export async function seedAccounts(db: D1Database, { userId, plan, today, random }: Accounts): Promise<void> {
  const through = addDays(today, -1);
  const from = `${shiftMonth(monthKey(today), -monthsOfHistory)}-01`;
  const held = heldAccounts(random, Date.parse(`${from}T08:00:00Z`));
  const entries = [
    ...fromPlan(held, plan, { from, through, today }),
    ...unplannedEntries(held, random, { from, through }),
    ...savings(held, { from, through }),
  ];
  const card = entries.filter(({ account }) => account === held.card);
  await seedHeld(db, {
    userId,
    held,
    entries: [...entries, ...cardPayments(held, card, through)].map(entryRow),
    random,
    through,
  });
  await paidFrom(db, held, { userId, today });
}

// Matches the rows: one-time purchases and subscriptions are paid by card, everything else from the everyday account.
async function paidFrom(
  db: D1Database,
  { everyday, card }: Held,
  { userId, today }: { userId: string; today: string },
) {
  const byCard = "category = 'subscriptions' OR (is_recurring = 0 AND date < ?)";
  await db.batch([
    db.prepare("UPDATE income SET account_id = ? WHERE user_id = ?").bind(everyday.id, userId),
    db
      .prepare(`UPDATE expenses SET account_id = CASE WHEN ${byCard} THEN ? ELSE ? END WHERE user_id = ?`)
      .bind(today, card.id, everyday.id, userId),
  ]);
}

interface Period {
  from: string;
  through: string;
}

function fromPlan(held: Held, plan: readonly Planned[], { from, through, today }: Period & { today: string }): Entry[] {
  const lastWeek = { from: addDays(today, -6), to: addDays(today, -2) };
  const recurring = plan.filter(
    ({ kind, frequency, category }) => kind === "expense" && frequency !== "once" && category !== "subscriptions",
  );
  const late = recurring.find((item) => expand(item, lastWeek.from, lastWeek.to).length > 0);
  return plan.flatMap((item) =>
    expand(item, from, through)
      .filter((date) => item !== late || date < lastWeek.from)
      .map((date) => ({ ...shown(held, item), date })),
  );
}

function shown(held: Held, item: Planned): Omit<Entry, "date"> {
  const text = item.name.toUpperCase();
  if (item.kind === "income") {
    const category = item.category === "salary" || item.category === "gift" ? item.category : "income";
    return { account: held.everyday, amountMinor: item.amountMinor, type: "deposit", category, text };
  }
  const byCard = item.frequency === "once" || item.category === "subscriptions";
  return {
    account: byCard ? held.card : held.everyday,
    amountMinor: -item.amountMinor,
    type: "withdrawal",
    category: shownAs[item.category],
    text,
  };
}

function unplannedEntries(held: Held, random: Randomizer, { from, through }: Period): Entry[] {
  const entries: Entry[] = [];
  for (let date = from; date <= through; date = addDays(date, 1 + random.below(6))) {
    const [text, category, least, most] = random.below(9) === 0 ? random.pick(surprises) : random.pick(unplanned);
    const amountMinor = -(least + random.below(most - least));
    entries.push({ account: held.card, date, amountMinor, type: "withdrawal", category, text: text.toUpperCase() });
  }
  return entries;
}

function savings(held: Held, { from, through }: Period): Entry[] {
  const entries: Entry[] = [];
  for (let month = from; month <= through; month = addMonths(month, 1)) {
    const [put, paid] = [addDays(month, 5), lastDayOfMonth(monthKey(month))];
    const transfer = { type: "transfer", category: "savings", text: "TO RAINY DAY SAVINGS", to: held.savings } as const;
    if (put <= through) entries.push({ account: held.everyday, date: put, amountMinor: -25_000, ...transfer });
    const interest = { type: "interest", category: "income", text: "INTEREST PAID" } as const;
    if (paid <= through) entries.push({ account: held.savings, date: paid, amountMinor: 2140, ...interest });
  }
  // The everyday account has a row from yesterday; otherwise the missing bill would not be late.
  const cash = { type: "withdrawal", category: "other", text: "ATM WATER STREET" } as const;
  return [...entries, { account: held.everyday, date: through, amountMinor: -6000, ...cash }];
}

// On the 24th, pays what was charged to the card in the previous month.
function cardPayments(held: Held, card: readonly Entry[], through: string): Entry[] {
  const owed = new Map<string, number>();
  for (const { date, amountMinor } of card) owed.set(monthKey(date), (owed.get(monthKey(date)) ?? 0) + amountMinor);
  return [...owed]
    .map(([month, amountMinor]) => ({
      account: held.everyday,
      date: `${shiftMonth(month, 1)}-24`,
      amountMinor,
      type: "transfer" as const,
      category: "debt",
      text: "REWARDS CARD PAYMENT",
      to: held.card,
    }))
    .filter(({ date }) => date <= through);
}
