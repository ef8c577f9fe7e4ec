import { and, between, eq, isNotNull, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { accountTransactions } from "#drizzle/schema/finance-accounts";
import { importMatches } from "#drizzle/schema/finance-imports";
import type { Ctx } from "~/domain/shared/context";
import { addDays } from "~/domain/shared/dates";
import { jsonChunks } from "./chunks";
import type { ImportRow } from "./row";
import { type Candidate, MATCH_WINDOW } from "./verdicts";

export interface Place {
  userId: string;
  accountId: string;
}

/**
 * Which of a file's keys the account has: 1 at their places in `keys`. The file's keys travel to the database and their
 * places come back, so that an account of any size costs what the file costs.
 */
export async function knownKeys(ctx: Ctx, place: Place, keys: readonly string[]): Promise<Uint8Array> {
  const known = new Uint8Array(keys.length);
  let first = 0;
  for (const chunk of jsonChunks(jsonTexts(keys))) {
    const [row] = await ctx.db
      .select({ places: sql<string>`json_group_array(k.key)`.as("places") })
      .from(sql`json_each(${chunk}) k`)
      .where(
        sql`EXISTS (SELECT 1 FROM ${accountTransactions} t WHERE t.user_id = ${place.userId} AND t.account_id = ${place.accountId} AND t.import_key = k.value)
          OR EXISTS (SELECT 1 FROM ${importMatches} m WHERE m.user_id = ${place.userId} AND m.account_id = ${place.accountId} AND m.import_key = k.value)`,
      );
    const places: number[] = JSON.parse(row?.places ?? "[]");
    for (const each of places) known[first + each] = 1;
    first += countOf(chunk);
  }
  return known;
}

function* jsonTexts(keys: readonly string[]): Generator<string> {
  for (const key of keys) yield `"${key}"`;
}

/** Keys hold no comma. */
function countOf(chunk: string): number {
  let count = 1;
  for (let at = chunk.indexOf(","); at !== -1; at = chunk.indexOf(",", at + 1)) count += 1;
  return count;
}

/** A transaction that a row may be, with what an import carries over from a pending one. */
export interface KnownTransaction extends Candidate {
  description: string;
  category: string;
  notes: string | null;
  editedFields: string | null;
  isReconciled: boolean;
}

/** What the account has around the days of these rows that one of them could be. */
export async function candidatesFor(
  ctx: Ctx,
  { userId, accountId }: Place,
  rows: readonly ImportRow[],
): Promise<KnownTransaction[]> {
  const [first] = rows;
  if (!first) return [];
  const span = rows.reduce(
    (days, { date }) => ({ from: date < days.from ? date : days.from, to: date > days.to ? date : days.to }),
    { from: first.date, to: first.date },
  );
  const t = accountTransactions;
  const matched = ctx.db
    .select({ one: sql`1` })
    .from(importMatches)
    .where(and(eq(importMatches.userId, userId), eq(importMatches.transactionId, t.id)));
  const found = await ctx.db
    .select({
      id: t.id,
      date: t.transactionDate,
      amountMinor: t.amountMinor,
      source: t.source,
      pending: t.pending,
      bankId: t.bankId,
      checkNumber: t.checkNumber,
      merchantName: t.merchantName,
      description: t.description,
      category: t.category,
      notes: t.notes,
      editedFields: t.editedFields,
      isReconciled: t.isReconciled,
    })
    .from(t)
    .where(
      and(
        eq(t.userId, userId),
        eq(t.accountId, accountId),
        between(t.transactionDate, addDays(span.from, -MATCH_WINDOW.before), addDays(span.to, MATCH_WINDOW.after)),
        isNull(t.removedAt),
        or(ne(t.source, "csv"), eq(t.pending, true), isNotNull(t.bankId)),
        notExists(matched),
      ),
    );
  return found.map(({ source, bankId, checkNumber, merchantName, ...row }) => ({
    ...row,
    otherSource: source !== "csv",
    bankId: bankId ?? undefined,
    checkNumber: checkNumber ?? undefined,
    merchantName: merchantName ?? undefined,
  }));
}
