import type { StoredExpense, StoredIncome, StoredItem } from "./plan";

const storedFields = {
  currency: "USD",
  accountId: null,
  note: null,
  endDate: null,
  isSyncedFromBank: false,
  version: 1,
  createdAt: "2025-01-01T12:00:00.000Z",
  updatedAt: "2025-01-01T12:00:00.000Z",
} as const;

type Income = Pick<StoredIncome, "id" | "name" | "amountMinor" | "date" | "frequency" | "category">;
type Expense = Pick<StoredExpense, "id" | "name" | "amountMinor" | "date" | "frequency" | "category">;

const income = (item: Income): StoredIncome => ({ ...storedFields, kind: "income", ...item });
const expense = (item: Expense): StoredExpense => ({ ...storedFields, kind: "expense", ...item });

/** A sample household to explore before any data is entered: months from January 2025 on, March being the best. */
export const SAMPLE_ITEMS: readonly StoredItem[] = [
  income({
    id: "pay",
    name: "Salary",
    amountMinor: 231_000,
    date: "2025-01-03",
    frequency: "biweekly",
    category: "salary",
  }),
  income({
    id: "room",
    name: "Spare room",
    amountMinor: 62_000,
    date: "2025-01-05",
    frequency: "monthly",
    category: "rental",
  }),
  income({
    id: "refund",
    name: "Tax refund",
    amountMinor: 118_000,
    date: "2025-03-18",
    frequency: "once",
    category: "other",
  }),
  expense({
    id: "rent",
    name: "Rent",
    amountMinor: 168_500,
    date: "2025-01-01",
    frequency: "monthly",
    category: "housing",
  }),
  expense({
    id: "power",
    name: "Electric and gas",
    amountMinor: 14_260,
    date: "2025-01-19",
    frequency: "monthly",
    category: "utilities",
  }),
  expense({
    id: "net",
    name: "Internet",
    amountMinor: 6499,
    date: "2025-01-05",
    frequency: "monthly",
    category: "utilities",
  }),
  expense({
    id: "food",
    name: "Groceries",
    amountMinor: 48_000,
    date: "2025-01-02",
    frequency: "monthly",
    category: "food",
  }),
  expense({
    id: "out",
    name: "Dinner out",
    amountMinor: 7350,
    date: "2025-03-14",
    frequency: "once",
    category: "food",
  }),
  expense({
    id: "car",
    name: "Car loan",
    amountMinor: 31_260,
    date: "2025-01-20",
    frequency: "monthly",
    category: "debt_paydown",
  }),
  expense({
    id: "cover",
    name: "Car insurance",
    amountMinor: 12_740,
    date: "2025-01-15",
    frequency: "monthly",
    category: "insurance",
  }),
  expense({
    id: "tires",
    name: "Tires",
    amountMinor: 48_620,
    date: "2025-03-17",
    frequency: "once",
    category: "transportation",
  }),
  expense({
    id: "films",
    name: "Streaming",
    amountMinor: 1799,
    date: "2025-01-08",
    frequency: "monthly",
    category: "subscriptions",
  }),
];
