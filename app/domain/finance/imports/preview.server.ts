import type { Ctx } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";
import { counterparts, type KnownRow } from "./duplicates.server";
import { type JudgedFile, judgeFile } from "./judged-file.server";
import type { KnownTransaction, Place } from "./known-rows.server";
import type { Upload } from "./read-file.server";
import type { Reading } from "./reading.schema";
import type { ImportRow } from "./row";
import { type PossibleReason, VERDICT_LETTERS } from "./verdicts";

/** How many rows of a kind travel to the screen; all of them are counted. */
const shownRows = 100;
const shownPossible = 500;

export interface PreviewRow {
  row: number;
  date: string;
  amountMinor: number;
  description: string;
  pending: boolean;
}

export interface PossibleRow extends PreviewRow {
  reason: PossibleReason;
  sure: boolean;
  /** The transaction it may be; null where it is an earlier row of the file. */
  of: KnownRow | null;
  /** The number of that earlier row. */
  earlierRow: number | null;
}

export type Preview = Awaited<ReturnType<typeof previewImport>>;

/**
 * What an import of this file would do. Nothing is written. Amounts in minor units, in + and out -.
 * @throws DomainError not_found, conflict for an archived account, unsupported_media_type, too_large, invalid
 */
export async function previewImport(ctx: Ctx, accountId: string, given: { upload: Upload; reading: Reading }) {
  const place = { userId: allowPerson(ctx).userId, accountId };
  const file = await judgeFile(ctx, place, given);
  const by = (kind: string) => file.rows.filter((_, at) => file.verdicts[at]?.kind === kind);
  const [added, duplicates, possible] = [by("new"), by("duplicate"), by("possible")];
  return {
    fileName: given.upload.name,
    mapping: file.mapping,
    header: [...file.header],
    sample: file.sample,
    questions: file.questions,
    remembered: file.remembered,
    warnings: file.warnings,
    /** One letter a row that could be read, in the file's order: whoever has the file can tell each row's verdict. */
    verdicts: file.verdicts.map(({ kind }) => VERDICT_LETTERS[kind]).join(""),
    counts: {
      new: added.length,
      duplicate: duplicates.length,
      possible: possible.length,
      error: file.errors.length,
      skipped: file.skipped.length,
    },
    ...spanOf(file.rows),
    moneyInMinor: sumOf(added, (minor) => minor > 0),
    moneyOutMinor: sumOf(added, (minor) => minor < 0),
    rows: {
      new: added.slice(0, shownRows).map(rowOf),
      duplicate: await duplicateRows(ctx, place, file),
      possible: possibleRows(file),
      error: file.errors.slice(0, shownRows),
      skipped: file.skipped.slice(0, shownRows),
    },
  };
}

function rowOf({ row, date, amountMinor, description, pending }: ImportRow): PreviewRow {
  return { row, date, amountMinor, description, pending };
}

function spanOf(rows: readonly ImportRow[]): { firstDate: string | null; lastDate: string | null } {
  let [firstDate, lastDate]: [string | null, string | null] = [null, null];
  for (const { date } of rows) {
    if (firstDate === null || date < firstDate) firstDate = date;
    if (lastDate === null || date > lastDate) lastDate = date;
  }
  return { firstDate, lastDate };
}

function sumOf(rows: readonly ImportRow[], counts: (minor: number) => boolean): number {
  return rows.reduce((sum, { amountMinor }) => sum + (counts(amountMinor) ? amountMinor : 0), 0);
}

function possibleRows({ rows, verdicts, candidates }: JudgedFile): PossibleRow[] {
  return rows
    .flatMap((row, at) => {
      const verdict = verdicts[at];
      if (verdict?.kind !== "possible") return [];
      const { reason, sure } = verdict;
      const known = candidates.get(verdict.of);
      const earlierRow = reason === "same-row-id" ? Number(verdict.of) : null;
      return [{ ...rowOf(row), reason, sure, of: known ? knownRow(known) : null, earlierRow }];
    })
    .slice(0, shownPossible);
}

function knownRow({ date, amountMinor, description }: KnownTransaction): KnownRow {
  return { date, amountMinor, description, removed: false };
}

async function duplicateRows(ctx: Ctx, place: Place, file: JudgedFile) {
  const known = await counterparts(ctx, place, file);
  return [...known]
    .sort(([one], [other]) => one - other)
    .flatMap(([at, of]) => {
      const row = file.rows[at];
      return row ? [{ ...rowOf(row), of }] : [];
    });
}
