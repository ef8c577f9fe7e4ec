import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { jsonChunks } from "./chunks";
import type { JudgedFile } from "./judged-file.server";
import type { Place } from "./known-rows.server";

/** The transaction that is there already. */
export interface KnownRow {
  date: string;
  amountMinor: number;
  description: string;
  /** The household removed it: it stays away. */
  removed: boolean;
}

/** How many duplicates travel with what they are duplicates of, and how many more where that differs from them. */
const shownFirst = 100;
const shownChanged = 500;

/**
 * What duplicates of a file are in the account, by their place among its rows: of the first hundred, and of every later
 * one that the household removed, edited or merged, because only there does it say more than the row itself. The cross
 * join keeps the file in front: each of its keys is looked up, whatever the account has.
 */
export async function counterparts(
  ctx: Ctx,
  { userId, accountId }: Place,
  { keys, verdicts }: Pick<JudgedFile, "keys" | "verdicts">,
): Promise<Map<number, KnownRow>> {
  const places = keys.flatMap((_, at) => (verdicts[at]?.kind === "duplicate" ? [at] : []));
  const found = new Map<number, KnownRow>();
  let first = 0;
  for (const chunk of jsonChunks(places.map((at) => `"${keys[at]}"`))) {
    const rows = await ctx.db
      .select({
        at: sql<number>`k.key`.as("at"),
        date: sql<string>`t.transaction_date`.as("date"),
        amountMinor: sql<number>`t.amount_minor`.as("amount"),
        description: sql<string>`t.description`.as("description"),
        removed: sql<number>`t.removed_at IS NOT NULL`.as("removed"),
      })
      .from(
        sql`json_each(${chunk}) k CROSS JOIN account_transactions t ON t.user_id = ${userId} AND t.id = coalesce(
          (SELECT id FROM account_transactions o WHERE o.user_id = ${userId} AND o.account_id = ${accountId} AND o.import_key = k.value),
          (SELECT transaction_id FROM import_matches m WHERE m.user_id = ${userId} AND m.account_id = ${accountId} AND m.import_key = k.value))`,
      )
      .where(
        sql`k.key < ${shownFirst - first} OR t.removed_at IS NOT NULL OR t.edited_fields IS NOT NULL OR t.import_key IS NOT k.value`,
      )
      .limit(shownFirst + shownChanged - found.size);
    for (const { at, removed, ...row } of rows) {
      found.set(places[first + at] ?? -1, { ...row, removed: removed === 1 });
    }
    first += chunk.split(",").length;
    if (found.size >= shownFirst + shownChanged) break;
  }
  return found;
}
