import { addDays } from "~/domain/shared/time/dates";
import { insertRows } from "./insert";
import type { Randomizer } from "./random";

type Row = Record<string, string | number | null>;

interface HeldAccount {
  id: string;
  name: string;
  type: "checking" | "savings" | "credit" | "investment";
  institution: number;
  number: string;
  /** Today's balance; for the card, the amount owed. */
  todayMinor: number;
  isActive: boolean;
}

export type Held = Record<"everyday" | "savings" | "card" | "funds" | "old", HeldAccount>;

/** A transaction; `to` is the account that receives a transfer. */
export interface Entry {
  account: HeldAccount;
  date: string;
  amountMinor: number;
  type: "deposit" | "withdrawal" | "interest" | "transfer";
  category: string;
  text: string;
  to?: HeldAccount;
}

const institutions = [
  { id: 1, name: "Lakeshore Credit Union", website: "https://lakeshorecu.example.com", color: "#0b6e8a" },
  { id: 2, name: "Badger State Bank", website: "https://badgerstate.example.com", color: "#a3341f" },
  { id: 3, name: "Northern Index Funds", website: "https://northernfunds.example.com", color: "#3d4a9e" },
];

/** The household's category rules: text, category, name. */
const rules = [
  ["colectivo", "dining", "Colectivo Coffee"],
  ["pizza man", "dining", "Pizza Man"],
  ["amazon marketplace", "shopping", "Amazon"],
  ["bliffert", "shopping", "Bliffert Lumber"],
] as const;

export function heldAccounts(random: Randomizer, at: number): Held {
  const account = (order: number, facts: Omit<HeldAccount, "id" | "isActive">): HeldAccount => ({
    id: random.id(at + order),
    isActive: true,
    ...facts,
  });
  return {
    everyday: account(0, {
      name: "Everyday Checking",
      type: "checking",
      institution: 1,
      number: "4410028837",
      todayMinor: 386_240,
    }),
    savings: account(1, {
      name: "Rainy Day Savings",
      type: "savings",
      institution: 1,
      number: "4410028845",
      todayMinor: 864_000,
    }),
    card: account(2, {
      name: "Rewards Card",
      type: "credit",
      institution: 2,
      number: "5524001913",
      todayMinor: 118_655,
    }),
    funds: account(3, {
      name: "Index Fund",
      type: "investment",
      institution: 3,
      number: "NF-20871",
      todayMinor: 2_148_200,
    }),
    old: {
      ...account(4, {
        name: "College Checking",
        type: "checking",
        institution: 2,
        number: "5524000075",
        todayMinor: 0,
      }),
      isActive: false,
    },
  };
}

export function entryRow({ account, to, ...entry }: Entry) {
  return { ...entry, accountId: account.id, toId: to?.id ?? null };
}

interface Ledger {
  userId: string;
  held: Held;
  entries: ReturnType<typeof entryRow>[];
  random: Randomizer;
  /** The last imported day. */
  through: string;
}

/** Writes institutions, accounts and transactions; each account's opening balance is chosen so that today's balance matches. */
export async function seedHeld(db: D1Database, { userId, held, entries, random, through }: Ledger): Promise<void> {
  const instant = (date: string) => `${date}T12:00:00.000Z`;
  const at = instant(through);
  const accounts = Object.values(held);
  const moved = (id: string) =>
    entries.reduce((sum, { accountId, toId, amountMinor }) => {
      if (accountId === id) return sum + amountMinor;
      return toId === id ? sum - amountMinor : sum;
    }, 0);
  await insertRows(
    db,
    "bank_institutions",
    institutions.map(({ id, name, website, color }) => ({
      user_id: userId,
      id,
      name,
      website,
      primary_color: color,
      created_at: at,
      updated_at: at,
    })),
  );
  await insertRows(
    db,
    "bank_accounts",
    accounts.map(({ id, name, type, institution, number, todayMinor }) => {
      const opening = type === "credit" ? todayMinor + moved(id) : todayMinor - moved(id);
      return {
        user_id: userId,
        id,
        institution_id: institution,
        name,
        account_number: number,
        account_type: type,
        currency: "USD",
        opening_balance_minor: opening,
        current_balance_minor: opening,
        created_at: at,
        updated_at: at,
      };
    }),
  );
  const batches = new Map(accounts.map(({ id }) => [id, random.id(Date.parse(at))]));
  const sorted = [...entries].sort((a, b) => (a.date < b.date ? -1 : 1));
  const rows = sorted.map((entry, order) =>
    transactionRow(entry, {
      userId,
      order,
      random,
      batchId: batches.get(entry.accountId),
      newSince: addDays(through, -6),
    }),
  );
  const isTransfer = (row: Row) => row.type === "transfer";
  const imported = rows.filter((row) => !isTransfer(row));
  await insertRows(
    db,
    "import_batches",
    accounts.flatMap(({ id, number }) => {
      const own = imported.filter((row) => row.account_id === id);
      if (own.length === 0) return [];
      return {
        user_id: userId,
        id: batches.get(id) ?? "",
        account_id: id,
        file_name: `transactions-${number.slice(-4)}.csv`,
        imported_count: own.length,
        first_date: own[0]?.transaction_date ?? null,
        last_date: own.at(-1)?.transaction_date ?? null,
        created_at: at,
      };
    }),
  );
  await insertRows(
    db,
    "category_rules",
    rules.map(([pattern, category, name], number) => ({
      ...{ user_id: userId, id: `demo-rule-${number}`, pattern, category, types: ",withdrawal,fee," },
      ...{ merchant_name: name, created_at: at },
    })),
  );
  await insertRows(db, "account_transactions", imported);
  await insertRows(db, "account_transactions", rows.filter(isTransfer));
  const archived = accounts.filter(({ isActive }) => !isActive);
  const archive = db.prepare("UPDATE bank_accounts SET is_active = 0 WHERE user_id = ? AND id = ?");
  await db.batch(archived.map(({ id }) => archive.bind(userId, id)));
}

type Place = {
  userId: string;
  order: number;
  random: Randomizer;
  batchId: string | undefined;
  /** Rows from this day on have not been reviewed. */
  newSince: string;
};

function transactionRow(entry: Ledger["entries"][number], place: Place): Row {
  const { userId, order, random, batchId, newSince } = place;
  const at = Date.parse(`${entry.date}T12:00:00Z`) + order;
  const isTransfer = entry.type === "transfer";
  const instant = new Date(at).toISOString();
  const madeId = random.id(at);
  return {
    user_id: userId,
    // An import finds its rows by their shared id prefix.
    id: isTransfer || !batchId ? madeId : `${batchId.slice(0, 24)}${order.toString(16).padStart(12, "0")}`,
    account_id: entry.accountId,
    transaction_date: entry.date,
    amount_minor: entry.amountMinor,
    type: entry.type,
    category: entry.category,
    description: entry.text,
    source: isTransfer ? "manual" : "csv",
    last_change: isTransfer ? "user" : "import",
    leg: isTransfer ? "out" : null,
    pair_id: isTransfer ? random.id(at) : null,
    other_account_id: entry.toId,
    import_key: isTransfer ? null : `demo:${order}`,
    batch_id: isTransfer ? null : (batchId ?? null),
    reviewed_at: entry.date < newSince ? instant : null,
    created_at: instant,
    updated_at: instant,
  };
}
