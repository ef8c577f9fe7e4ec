import { and, between, eq, isNotNull, isNull, ne, notExists, or, sql } from "drizzle-orm";
import { jsonChunks } from "#drizzle/d1/json-chunks";
import { accountTransactions, bankAccounts } from "#drizzle/schema/finance-accounts";
import { importMappings, importMatches } from "#drizzle/schema/finance-imports";
import type { Correction } from "~/domain/finance/imports/csv/layout";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { addDays } from "~/domain/shared/time/dates";
import type { KnownNumber } from "./account-number";
import { type Candidate, classifyRows, createKeyer, MATCH_WINDOW, type RowClassification } from "./classify";
import { type DecodedFile, decode, MAX_BYTES, type Refusal, readAgain } from "./csv/decode";
import { type DetectedFormat, detectFormat, sampleRows } from "./csv/detect";
import { type ImportRow, type ReadRows, readRows } from "./csv/read-rows";
import type { ImportMapping } from "./mapping";
import { isStatementUpload, WRONG_FILE_TYPE } from "./messages";
import type { Question } from "./questions";
import { withAccountNumber, withSavedMapping } from "./saved-mapping";
import type { ImportOptions } from "./schema";

/** An uploaded file. Its bytes are read only when needed and not retained: they would fill half of a Worker's memory. */
export interface Upload {
  name: string;
  type: string;
  size: number;
  bytes: () => Promise<Uint8Array<ArrayBuffer>>;
}

export function uploadOf(file: File): Upload {
  // The form's default type when the browser does not know the file's type.
  const type = file.type === "application/octet-stream" ? "" : file.type;
  return { name: file.name, type, size: file.size, bytes: async () => new Uint8Array(await file.arrayBuffer()) };
}

export interface AccountKey {
  userId: string;
  accountId: string;
}

export interface ImportAccount extends AccountKey, KnownNumber {
  currency: string;
  /** Its balance is an amount owed. */
  isLiability: boolean;
}

/** A file as read with the detected, saved and user-supplied options. */
export interface ReadFile extends ReadRows {
  mapping: ImportMapping;
  header: readonly string[];
  headerHash: string;
  /** Questions that must be answered before the import, and others that are worth a second look. */
  questions: Question[];
  usesSavedMapping: boolean;
  /** The first rows of the file, unchanged. */
  sample: string[][];
}

/** A file compared with the account's transactions: `keys` and `classifications` correspond to `rows`, index by index. */
export interface ClassifiedFile extends ReadFile {
  keys: string[];
  classifications: RowClassification[];
}

const SAMPLE_ROWS = 6;
/** Limits the text shown of a cell: with an unclosed quote, one cell may hold a whole file. */
const SAMPLE_CELL = 200;

/** @throws DomainError not_found; conflict for an archived account */
export async function importableAccount(ctx: Ctx, { userId, accountId }: AccountKey): Promise<ImportAccount> {
  const [account] = await ctx.db
    .select({
      currency: bankAccounts.currency,
      accountType: bankAccounts.accountType,
      isActive: bankAccounts.isActive,
      accountNumber: bankAccounts.accountNumber,
      mask: bankAccounts.mask,
    })
    .from(bankAccounts)
    .where(and(eq(bankAccounts.userId, userId), eq(bankAccounts.id, accountId)));
  if (!account) throw notFound("Account not found");
  if (!account.isActive) throw archived();
  const { currency, accountType, accountNumber, mask } = account;
  return { userId, accountId, currency, isLiability: accountType === "credit", accountNumber, mask };
}

export const archived = () =>
  new DomainError("conflict", "This account is archived. Reactivate it to import transactions.");

/** @throws DomainError unsupported_media_type if it is not a CSV file, too_large, or invalid with the reason */
export async function decodeUpload(upload: Upload): Promise<DecodedFile> {
  if (!isStatementUpload(upload)) throw new DomainError("unsupported_media_type", WRONG_FILE_TYPE);
  const decoded = decode(await upload.bytes());
  if (upload.size > MAX_BYTES && "refusal" in decoded) throw new DomainError("too_large", decoded.refusal);
  const file = accepted(decoded);
  if (!file.kind) return file;
  const { statementAsCsv } = await import("./statements/statement.server");
  return accepted(statementAsCsv(file));
}

/** @throws DomainError invalid with the reason why the text is not a file of transactions */
export async function readFile(
  ctx: Ctx,
  account: ImportAccount,
  { source: decoded, options }: { source: DecodedFile; options: ImportOptions },
): Promise<ReadFile> {
  const source = inEncoding(decoded, options.encoding);
  const { isLiability } = account;
  const first = accepted(detectFormat(source, { ...options, isLiability }));
  const saved = options.columns ? null : await savedMapping(ctx, account, first.headerHash);
  const detected = saved ? detectWithSaved(source, { ...options, isLiability }, saved) : first;
  const mapping = { ...detected.mapping, ...choicesOf(options) };
  const rows = readRows(source.text, mapping, account.currency);
  // Copied, because a slice of the file's text would keep all of it in memory.
  const facts: Omit<ReadFile, keyof ReadRows> = structuredClone({
    mapping,
    header: detected.header,
    headerHash: detected.headerHash,
    questions: withAccountNumber(detected.questions, { ...detected, mapping }, account).filter(
      (question) => !isAnswered(question, options),
    ),
    usesSavedMapping: saved !== null,
    sample: sampleRows(source.text, mapping.delimiter)
      .filter((row) => row.number >= mapping.firstRow)
      .slice(0, SAMPLE_ROWS)
      .map((row) => row.cells.map((cell) => cell.slice(0, SAMPLE_CELL))),
  });
  return { ...rows, ...facts };
}

/** Decodes the file with the encoding the household selected. */
function inEncoding(source: DecodedFile, encoding = source.encoding): DecodedFile {
  return { text: readAgain(source.text, source.encoding, encoding), encoding };
}

function detectWithSaved(source: DecodedFile, options: Correction, saved: ImportMapping): DetectedFormat {
  return withSavedMapping(accepted(detectFormat(source, { ...options, columns: saved.columns })), saved);
}

function choicesOf({ dateOrder, decimalMark, signStyle, flip, onlyAccount }: ImportOptions): Partial<ImportMapping> {
  return {
    ...(dateOrder && { dateOrder }),
    ...(decimalMark && { decimalMark }),
    ...(signStyle && { signStyle }),
    ...(flip !== undefined && { flip }),
    ...(onlyAccount !== undefined && { onlyAccount }),
  };
}

function isAnswered({ kind }: Question, options: ImportOptions): boolean {
  switch (kind) {
    case "columns":
      return options.columns !== undefined;
    case "dateOrder":
      return options.dateOrder !== undefined;
    case "decimalMark":
      return options.decimalMark !== undefined;
    case "direction":
      return options.moneyOut !== undefined;
    case "sign":
      return options.flip !== undefined;
    case "account":
      return options.onlyAccount !== undefined;
  }
}

function accepted<T extends object>(result: T | Refusal): T {
  if ("refusal" in result) throw new DomainError("invalid", result.refusal);
  return result;
}

async function savedMapping(ctx: Ctx, account: AccountKey, headerHash: string): Promise<ImportMapping | null> {
  const [row] = await ctx.db
    .select({ mapping: importMappings.mapping })
    .from(importMappings)
    .where(
      and(
        eq(importMappings.userId, account.userId),
        eq(importMappings.accountId, account.accountId),
        eq(importMappings.headerHash, headerHash),
      ),
    );
  const mapping: ImportMapping | null = row ? JSON.parse(row.mapping) : null;
  return mapping;
}

/** Compares a file's rows with the account's transactions. */
export async function classifyFile(ctx: Ctx, account: AccountKey, file: ReadFile): Promise<ClassifiedFile> {
  const keys = keysOf(account.accountId, file.rows);
  const known = await knownKeys(ctx, account, keys);
  for (const at of await knownByDescription(ctx, account, file.rows)) known[at] = 1;
  const unknown = file.rows.filter((_, at) => known[at] === 0);
  const candidates = await candidatesFor(ctx, account, unknown);
  const ofFile = { get: (key: string, at: number) => (known[at] === 1 ? key : undefined) };
  return { ...file, keys, classifications: classifyRows(file.rows, keys, { keys: ofFile, candidates }) };
}

/**
 * The keyer's state is as large as the file and is freed when this returns. The date prefix keeps rows that are close in time
 * close in the index; `join` makes a flat string rather than a rope of two.
 */
function keysOf(accountId: string, rows: readonly ImportRow[]): string[] {
  const keyOf = createKeyer(accountId);
  return rows.map((row) => [row.date.replaceAll("-", ""), keyOf(row)].join(""));
}

/** The indexes of rows that were imported while their description still was what identified them. */
async function knownByDescription(ctx: Ctx, account: AccountKey, rows: readonly ImportRow[]): Promise<number[]> {
  const places = rows.flatMap(({ keyText }, at) => (keyText === undefined ? [] : [at]));
  if (places.length === 0) return [];
  const keys = keysOf(
    account.accountId,
    rows.map((row) => ({ ...row, keyText: undefined })),
  );
  const known = await knownKeys(
    ctx,
    account,
    places.map((at) => keys[at] ?? ""),
  );
  return places.filter((_, index) => known[index] === 1);
}

/**
 * Marks the keys of a file that the account already has: 1 at their index in `keys`. The file's keys are sent to the database and
 * their indexes returned, so that the cost depends on the file, not on the account.
 */
async function knownKeys(ctx: Ctx, account: AccountKey, keys: readonly string[]): Promise<Uint8Array> {
  const known = new Uint8Array(keys.length);
  let first = 0;
  for (const chunk of jsonChunks(jsonTexts(keys))) {
    const [row] = await ctx.db
      .select({ places: sql<string>`json_group_array(k.key)`.as("places") })
      .from(sql`json_each(${chunk}) k`)
      .where(
        sql`EXISTS (SELECT 1 FROM ${accountTransactions} t WHERE t.user_id = ${account.userId} AND t.account_id = ${account.accountId} AND t.import_key = k.value)
          OR EXISTS (SELECT 1 FROM ${importMatches} m WHERE m.user_id = ${account.userId} AND m.account_id = ${account.accountId} AND m.import_key = k.value)`,
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

/** Counts a chunk's keys by its commas, since keys contain none. */
function countOf(chunk: string): number {
  let count = 1;
  for (let at = chunk.indexOf(","); at !== -1; at = chunk.indexOf(",", at + 1)) count += 1;
  return count;
}

/** The account's transactions around the dates of these rows that may match one of them. */
async function candidatesFor(ctx: Ctx, account: AccountKey, rows: readonly ImportRow[]): Promise<Candidate[]> {
  const { first, last } = datesOf(rows);
  if (first === null || last === null) return [];
  const t = accountTransactions;
  const matched = ctx.db
    .select({ one: sql`1` })
    .from(importMatches)
    .where(and(eq(importMatches.userId, account.userId), eq(importMatches.transactionId, t.id)));
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
    })
    .from(t)
    .where(
      and(
        eq(t.userId, account.userId),
        eq(t.accountId, account.accountId),
        between(t.transactionDate, addDays(first, -MATCH_WINDOW.before), addDays(last, MATCH_WINDOW.after)),
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

/** The first and the last day of some rows. */
export function datesOf(rows: readonly { date: string }[]): { first: string | null; last: string | null } {
  let [first, last]: [string | null, string | null] = [null, null];
  for (const { date } of rows) {
    if (first === null || date < first) first = date;
    if (last === null || date > last) last = date;
  }
  return { first, last };
}

export async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
