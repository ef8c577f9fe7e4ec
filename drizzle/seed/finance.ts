import type { ExpenseCategory, Frequency, IncomeCategory } from "~/domain/finance/tracker/categories";
import { isBudgetByName } from "~/domain/finance/tracker/plan";
import { type MonthKey, monthKey, shiftMonth } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { type Planned, seedAccounts } from "./finance-accounts";
import { secondHousehold, smallHousehold, wholeHousehold } from "./finance-households";
import { insertRows } from "./insert";
import type { Randomizer } from "./random";

/** The time zone of the demo's households. */
export const HOUSEHOLD_ZONE = "America/Chicago";

interface Demo {
  now: Date;
  random: Randomizer;
  userIds: ReadonlyMap<string, string>;
}

export interface Book {
  expense: (line: Line<ExpenseCategory> & { recurring?: boolean }) => void;
  income: (line: Line<IncomeCategory> & { frequency?: Frequency }) => void;
  today: string;
  month: MonthKey;
  /** The oldest month with entries, no later than January 2025, so that the sample month is filled. */
  first: MonthKey;
  random: Randomizer;
}

interface Line<Category> {
  name: string;
  amount: number;
  date: string;
  category: Category;
  end?: string;
  note?: string;
  currency?: "USD" | "EUR" | "GBP";
}

/** A scenario's name, the expense it changes, and the change. */
type Tried = [name: string, expense: string, change: (key: string) => string];

/** Income and expenses of the demo's households: the past two years and next year's bills. */
export async function seedFinance(db: D1Database, demo: Demo): Promise<void> {
  const plan = await seedHousehold(db, demo, {
    email: "household@example.com",
    fill: wholeHousehold,
    scenarios: [
      ["Heat pump half a year later", "Heat pump, our half", (key) => `delay~${key}~6`],
      ["Without after-school care", "After-school care", (key) => `off~${key}`],
    ],
  });
  await seedAccounts(db, plan);
  await seedHousehold(db, demo, { email: "admin@example.com", fill: smallHousehold });
  await seedHousehold(db, demo, { email: "second-household@example.com", fill: secondHousehold });
}

async function seedHousehold(
  db: D1Database,
  { now, random, userIds }: Demo,
  { email, fill, scenarios = [] }: { email: string; fill: (book: Book) => void; scenarios?: readonly Tried[] },
): Promise<{ userId: string; plan: Planned[]; today: string; random: Randomizer }> {
  const userId = userIds.get(email);
  if (!userId) throw new Error(`there is no ${email}`);
  const today = todayOf({ now }, { timeZone: HOUSEHOLD_ZONE });
  const month = monthKey(today);
  const twoYearsBack = shiftMonth(month, -24);
  const expenses: Record<string, string | number | null>[] = [];
  const income: Record<string, string | number | null>[] = [];
  const plan: Planned[] = [];
  const planned = (line: Line<string>) => ({
    name: line.name,
    amountMinor: Math.round(line.amount * 100),
    date: line.date,
    endDate: line.end ?? null,
  });
  const row = (line: Line<string>) => {
    const at = Date.parse(`${line.date}T12:00:00Z`);
    const entered = new Date(Math.min(at, now.getTime())).toISOString();
    return {
      user_id: userId,
      id: random.id(Math.min(at, now.getTime())),
      name: line.name,
      amount_minor: Math.round(line.amount * 100),
      currency: line.currency ?? "USD",
      date: line.date,
      end_date: line.end ?? null,
      category: line.category,
      note: line.note ?? null,
      created_at: entered,
      updated_at: entered,
    };
  };
  fill({
    expense: (line) => {
      const { category, recurring = false } = line;
      const isBudget = isBudgetByName({ name: line.name, category, isRecurring: recurring });
      expenses.push({ ...row(line), is_recurring: recurring ? 1 : 0, is_budget: isBudget ? 1 : 0 });
      plan.push({ ...planned(line), kind: "expense", category, frequency: recurring ? "monthly" : "once" });
    },
    income: (line) => {
      const { category, frequency = "once" } = line;
      income.push({ ...row(line), frequency });
      plan.push({ ...planned(line), kind: "income", category, frequency });
    },
    today,
    month,
    first: twoYearsBack < "2025-01" ? twoYearsBack : "2025-01",
    random,
  });
  await insertRows(db, "expenses", expenses);
  await insertRows(db, "income", income);
  await insertRows(
    db,
    "what_if_scenarios",
    scenarios.map(([name, of, change], number) => ({
      ...{ user_id: userId, id: `demo-scenario-${number}`, name, currency: "USD", created_at: now.toISOString() },
      changes: JSON.stringify([change(`expense:${expenses.find((expense) => expense.name === of)?.id}`)]),
    })),
  );
  return { userId, plan, today, random };
}
