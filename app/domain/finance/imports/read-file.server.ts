import { DomainError } from "~/domain/shared/errors";
import { type DecodedFile, decode, MAX_BYTES, type Refusal } from "./decode";
import { sampleRows } from "./layout";
import type { ImportMapping } from "./mapping";
import type { Question } from "./questions";
import { type ImportResult, readRows } from "./read-rows";
import type { Reading } from "./reading.schema";
import { type Recognition, recognise } from "./recognise";
import { withRemembered } from "./remember";
import { isCsvUpload, WRONG_FILE_TYPE } from "./upload";

/** A file that was sent. Its bytes are read when they are needed and not kept: they would fill half a Worker's memory. */
export interface Upload {
  name: string;
  type: string;
  size: number;
  bytes: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** What the account remembers of files with this header. */
export type Recall = (headerHash: string) => Promise<ImportMapping | null>;

export interface ReadFile extends ImportResult {
  mapping: ImportMapping;
  header: readonly string[];
  headerHash: string;
  /** What must be answered before anything is imported, and what is better looked at twice. */
  questions: Question[];
  remembered: boolean;
  /** The first rows as they stand in the file. */
  sample: string[][];
}

const shownRows = 6;

/**
 * Reads an upload into rows: as recognised, under what the account remembers and what the household says now.
 * @throws DomainError unsupported_media_type for no CSV, too_large, invalid with the sentence that says why
 */
export async function readFile(
  upload: Upload,
  { reading, recall, currency }: { reading: Reading; recall: Recall; currency: string },
): Promise<ReadFile> {
  if (!isCsvUpload(upload)) throw new DomainError("unsupported_media_type", WRONG_FILE_TYPE);
  const decoded = decode(await upload.bytes());
  if (upload.size > MAX_BYTES && "refusal" in decoded) throw new DomainError("too_large", decoded.refusal);
  const file = accepted(decoded);
  const first = accepted(recognise(file, reading));
  const memory = reading.columns ? null : await recall(first.headerHash);
  const recognition = memory ? remembering(file, reading, memory) : first;
  const mapping = { ...recognition.mapping, ...choicesOf(reading) };
  const rows = readRows(file.text, mapping, currency);
  // A copy: whatever is cut out of the file's text would keep the whole of it in memory.
  const told: Omit<ReadFile, keyof ImportResult> = structuredClone({
    mapping,
    header: recognition.header,
    headerHash: recognition.headerHash,
    questions: recognition.questions.filter((question) => !isAnswered(question, reading)),
    remembered: memory !== null,
    sample: sampleRows(file.text, mapping.delimiter)
      .filter((row) => row.number >= mapping.firstRow)
      .slice(0, shownRows)
      .map((row) => [...row.cells]),
  });
  return { ...rows, ...told };
}

function remembering(file: DecodedFile, reading: Reading, memory: ImportMapping): Recognition {
  return withRemembered(accepted(recognise(file, { ...reading, columns: memory.columns })), memory);
}

function choicesOf({ dateOrder, decimalMark, signStyle, flip, onlyAccount }: Reading): Partial<ImportMapping> {
  return {
    ...(dateOrder && { dateOrder }),
    ...(decimalMark && { decimalMark }),
    ...(signStyle && { signStyle }),
    ...(flip !== undefined && { flip }),
    ...(onlyAccount !== undefined && { onlyAccount }),
  };
}

function isAnswered({ kind }: Question, reading: Reading): boolean {
  switch (kind) {
    case "columns":
      return reading.columns !== undefined;
    case "dateOrder":
      return reading.dateOrder !== undefined;
    case "decimalMark":
      return reading.decimalMark !== undefined;
    case "sign":
      return reading.flip !== undefined;
    case "account":
      return reading.onlyAccount !== undefined;
  }
}

function accepted<T extends object>(read: T | Refusal): T {
  if ("refusal" in read) throw new DomainError("invalid", read.refusal);
  return read;
}
