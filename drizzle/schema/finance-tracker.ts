import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { civilDate, instant } from "#drizzle/d1/columns";
import { EXPENSE_CATEGORIES, FREQUENCIES, INCOME_CATEGORIES } from "~/domain/finance/tracker/categories";

/** Columns that income and expenses share. */
const planned = () => ({
  userId: text("user_id").notNull(),
  id: text("id").notNull(),
  name: text("name").notNull(),
  amountMinor: integer("amount_minor").notNull(),
  currency: text("currency", { enum: ["USD", "EUR", "GBP", "CAD", "AUD"] }).notNull(),
  date: civilDate("date").notNull(),
  endDate: civilDate("end_date"),
  anchorDay: integer("anchor_day"),
  note: text("note"),
  accountId: text("account_id"),
  isSyncedFromBank: integer("is_synced_from_bank", { mode: "boolean" }).notNull().default(false),
  version: integer("version").notNull().default(1),
  createdAt: instant("created_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
});

export const expenses = sqliteTable(
  "expenses",
  {
    ...planned(),
    category: text("category", { enum: EXPENSE_CATEGORIES }).notNull(),
    isRecurring: integer("is_recurring", { mode: "boolean" }).notNull(),
    /** Spending in its category counts against it. */
    isBudget: integer("is_budget", { mode: "boolean" }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index("expenses_by_date").on(t.userId, t.date, t.id),
    index("expenses_recurring").on(t.userId, t.isRecurring, t.date),
  ],
);

export const income = sqliteTable(
  "income",
  {
    ...planned(),
    category: text("category", { enum: INCOME_CATEGORIES }).notNull(),
    frequency: text("frequency", { enum: FREQUENCIES }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.id] }),
    index("income_by_date").on(t.userId, t.date, t.id),
    index("income_recurring").on(t.userId, sql`(${t.frequency} <> 'once')`, t.date),
  ],
);

/** Counters of a household: rows per table, and under `plan` how often its income and expenses were changed. */
export const householdCounters = sqliteTable(
  "household_counters",
  { userId: text("user_id").notNull(), name: text("name").notNull(), value: integer("value").notNull() },
  (t) => [primaryKey({ columns: [t.userId, t.name] })],
);

/** Saved what-if scenarios. */
export const whatIfScenarios = sqliteTable(
  "what_if_scenarios",
  {
    userId: text("user_id").notNull(),
    id: text("id").notNull(),
    name: text("name").notNull(),
    currency: text("currency", { enum: ["USD", "EUR", "GBP", "CAD", "AUD"] }).notNull(),
    /** Changes in the format of the URL, `off~expense:…`; 1 to 30. */
    changes: text("changes", { mode: "json" }).$type<string[]>().notNull(),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.id] })],
);
