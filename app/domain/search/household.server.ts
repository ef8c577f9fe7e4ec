import { sql } from "drizzle-orm";
import { containsText } from "#drizzle/d1/contains-text";
import type { Ctx, Person } from "~/domain/shared/context";
import { formatMoney } from "~/domain/shared/money";

const HITS_SHOWN = 5;
/** Maximum income and expenses checked, latest first. */
const MAX_SCANNED = 500;

/** Part of the global search: a household's own income, expenses and accounts by name, one statement each. */
export function findPlanned(
  ctx: Ctx,
  { userId }: Person,
  { table, text }: { table: "income" | "expenses"; text: string },
) {
  const byDate = sql.identifier(`${table}_by_date`);
  return ctx.db.all<PlannedRow>(sql`
    SELECT id, name, amount_minor AS amountMinor, currency FROM (
      SELECT p.id, p.name, p.amount_minor, p.currency, p.date FROM ${sql.identifier(table)} p INDEXED BY ${byDate}
      WHERE p.user_id = ${userId} ORDER BY p.date DESC, p.id DESC LIMIT ${MAX_SCANNED})
    WHERE ${containsText(sql`name`, text)} ORDER BY date DESC, id DESC LIMIT ${HITS_SHOWN}`);
}

type Currency = Parameters<typeof formatMoney>[1];

interface PlannedRow {
  id: string;
  name: string;
  amountMinor: number;
  currency: Currency;
}

export const plannedDetail = (what: string, { amountMinor, currency }: PlannedRow) =>
  `${what}, ${formatMoney(amountMinor, currency)}`;

export function findAccounts(ctx: Ctx, { userId }: Person, text: string) {
  return ctx.db.all<{ id: string; name: string; mask: string | null }>(sql`
    SELECT id, name, mask FROM (SELECT a.* FROM bank_accounts a WHERE a.user_id = ${userId} ORDER BY a.id LIMIT ${MAX_SCANNED})
    WHERE ${containsText(sql`name || ' ' || coalesce(mask, '')`, text)} ORDER BY name, id LIMIT ${HITS_SHOWN}`);
}
