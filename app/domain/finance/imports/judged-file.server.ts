import { and, eq } from "drizzle-orm";
import { bankAccounts } from "#drizzle/schema/finance-accounts";
import { importMappings } from "#drizzle/schema/finance-imports";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { createKeyer } from "./import-keys";
import { candidatesFor, type KnownTransaction, knownKeys, type Place } from "./known-rows.server";
import type { ImportMapping } from "./mapping";
import { type ReadFile, readFile, type Upload } from "./read-file.server";
import type { Reading } from "./reading.schema";
import type { ImportRow } from "./row";
import { judgeRows, type Verdict } from "./verdicts";

/** A file read and held against what the account has: `keys` and `verdicts` go with `rows`, one for one. */
export interface JudgedFile extends ReadFile {
  keys: string[];
  verdicts: Verdict[];
  /** By id, what possible verdicts name. */
  candidates: Map<string, KnownTransaction>;
}

/** @throws DomainError not_found; conflict for an archived account; what readFile throws */
export async function judgeFile(
  ctx: Ctx,
  place: Place,
  { upload, reading }: { upload: Upload; reading: Reading },
): Promise<JudgedFile> {
  const account = await importableAccount(ctx, place);
  const file = await readFile(upload, {
    reading,
    recall: (hash) => recall(ctx, place, hash),
    currency: account.currency,
  });
  const keys = keysOf(place.accountId, file.rows);
  const known = await knownKeys(ctx, place, keys);
  const unknown = file.rows.filter((_, at) => known[at] === 0);
  const candidates = await candidatesFor(ctx, place, unknown);
  const ofFile = { get: (key: string, at: number) => (known[at] === 1 ? key : undefined) };
  const verdicts = judgeRows(file.rows, keys, { keys: ofFile, candidates });
  return { ...file, keys, verdicts, candidates: new Map(candidates.map((one) => [one.id, one])) };
}

/**
 * What the keyer has seen is as large as the file, and gone when this returns. The day in front keeps neighbours in time
 * neighbours in the index; joined, it is one string and not a pair of two.
 */
function keysOf(accountId: string, rows: readonly ImportRow[]): string[] {
  const keyOf = createKeyer(accountId);
  return rows.map((row) => [row.date.replaceAll("-", ""), keyOf(row)].join(""));
}

async function importableAccount(ctx: Ctx, { userId, accountId }: Place) {
  const [account] = await ctx.db
    .select({ currency: bankAccounts.currency, isActive: bankAccounts.isActive })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, accountId)));
  if (!account) throw notFound();
  if (!account.isActive) throw archived();
  return account;
}

export const archived = () =>
  new DomainError("conflict", "This account is archived. Reactivate it to import transactions.");

async function recall(ctx: Ctx, { userId, accountId }: Place, headerHash: string): Promise<ImportMapping | null> {
  const [row] = await ctx.db
    .select({ mapping: importMappings.mapping })
    .from(importMappings)
    .where(
      and(
        eq(importMappings.userId, userId),
        eq(importMappings.accountId, accountId),
        eq(importMappings.headerHash, headerHash),
      ),
    );
  const mapping: ImportMapping | null = row ? JSON.parse(row.mapping) : null;
  return mapping;
}
