const MAX_ROWS = 100_000;

export interface FileRow {
  /** The row in the file, the header being 1. */
  line: number;
  cells: string[];
}

export interface CsvFile {
  name: string;
  header: string[];
  rows: FileRow[];
}

/** Parses a CSV file; blank rows are left out. @throws Error with a message for the screen */
export async function readCsv(file: File): Promise<CsvFile> {
  const { default: Papa } = await import("papaparse");
  const { data, errors } = Papa.parse<string[]>(textOf(new Uint8Array(await file.arrayBuffer())), {
    skipEmptyLines: false,
  });
  // Without its end, a quoted cell holds all rows that follow.
  const unquoted = errors.find(({ type }) => type === "Quotes");
  if (unquoted)
    throw new Error(
      `Row ${(unquoted.row ?? 0) + 1} has a quotation mark that does not end. Correct it in the file, and choose the file again.`,
    );
  const [header = [], ...lines] = data;
  const rows = lines
    .map((cells, at) => ({ line: at + 2, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (rows.length === 0) throw new Error("The file has no rows below its first line.");
  if (rows.length > MAX_ROWS)
    throw new Error(`The file has more than ${MAX_ROWS.toLocaleString("en-US")} rows. Please split it.`);
  return { name: file.name, header, rows };
}

/** A spreadsheet saves CSV files in UTF-8, in UTF-16 or, on Windows, in that system's encoding. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b)
    throw new Error("This is an Excel workbook. Save it as CSV, and choose that file.");
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
