import { DAY_MS } from "~/domain/shared/time/dates";
import { insertRows } from "./insert";
import { type Randomizer, randomizer } from "./random";

interface BulkTransactions {
  count: number;
  now: Date;
  /** Email of the household's user; the demo's by default. */
  email?: string;
  progress?: (done: number) => void;
}

type Row = Record<string, string | number | null>;

const perChunk = 20_000;
const years = 10;

const accounts = [
  ["Everyday, ten years", "checking"],
  ["Card, ten years", "credit"],
  ["Bills, ten years", "checking"],
  ["Savings, ten years", "savings"],
] as const;

const places = [
  ["Pick 'n Save #44", "groceries"],
  ["Kwik Trip 612", "transportation"],
  ["We Energies", "utilities"],
  ["Target T-1056", "shopping"],
  ["Colectivo Coffee", "dining"],
  ["Walgreens 5021", "healthcare"],
] as const;

const planned = ["Groceries", "Fuel", "Dinner out", "Pharmacy", "Clothes"] as const;
const plannedCategories = ["food", "transportation", "food", "healthcare", "shopping"] as const;

/**
 * Adds any number of transactions from the past ten years to a household, on four accounts of their own. One in a hundred is in
 * its plan as well.
 */
export async function seedTransactions(db: D1Database, options: BulkTransactions): Promise<void> {
  const { count, now, email = "household@example.com" } = options;
  const userId = await db.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<string>("id");
  if (!userId) throw new Error(`there is no ${email}`);
  const random = randomizer(count);
  const last = Date.parse(now.toISOString().slice(0, 10)) - DAY_MS;
  const first = last - years * 365 * DAY_MS;
  const made = new Date(first).toISOString();
  const ids = accounts.map(() => random.id(first));
  await insertRows(
    db,
    "bank_accounts",
    accounts.map(([name, type], at) => ({
      user_id: userId,
      id: ids[at] ?? "",
      name,
      account_type: type,
      currency: "USD",
      opening_balance_minor: 500_000,
      current_balance_minor: 500_000,
      created_at: made,
      updated_at: made,
    })),
  );
  for (let done = 0; done < count; done += perChunk) {
    const size = Math.min(perChunk, count - done);
    const dates = Array.from(
      { length: size },
      (_, at) => first + Math.floor(((done + at) / count) * years * 365) * DAY_MS,
    );
    const chunk = dates.map((time, at) => transaction(random, { userId, accountId: ids[at % 4] ?? "", time, at }));
    await insertRows(db, "account_transactions", chunk);
    const some = dates.filter((_, at) => at % 100 === 0);
    await insertRows(
      db,
      "expenses",
      some.map((time) => expense(random, { userId, time })),
    );
    options.progress?.(done + size);
  }
}

type Place = { userId: string; accountId: string; time: number; at: number };

// Income equals spending: a twentieth of the rows are pay.
function transaction(random: Randomizer, { userId, accountId, time, at }: Place): Row {
  const pays = at % 80 >= 76;
  const [place, category] = random.pick(places);
  const instant = new Date(time + at).toISOString();
  return {
    user_id: userId,
    id: random.id(time + at),
    account_id: accountId,
    transaction_date: instant.slice(0, 10),
    amount_minor: pays ? 76_000 : -random.below(8000) - 1,
    type: pays ? "deposit" : "withdrawal",
    category: pays ? "salary" : category,
    description: pays ? "PAYROLL NORTHLAKE HOSPITAL" : place,
    source: "manual",
    last_change: "user",
    created_at: instant,
    updated_at: instant,
  };
}

function expense(random: Randomizer, { userId, time }: { userId: string; time: number }): Row {
  const which = random.below(planned.length);
  const instant = new Date(time).toISOString();
  return {
    user_id: userId,
    id: random.id(time),
    name: planned[which] ?? "Groceries",
    amount_minor: random.below(20_000) + 1,
    currency: "USD",
    date: instant.slice(0, 10),
    category: plannedCategories[which] ?? "other",
    is_recurring: 0,
    created_at: instant,
    updated_at: instant,
  };
}
