import type { Cell } from "~/domain/invoices/accounting";
import { escapeFormula, writeCsv } from "~/domain/shared/csv/write";
import type { Requested } from "~/domain/shared/files/log-break.server";
import { decimalText } from "~/domain/shared/money";
import { fileAnswer } from "./file-answer.server";

/**
 * A CSV file streamed as its rows are read, like every `fileAnswer`. Numbers are amounts in cents; text that starts like a formula
 * is prefixed with a quote.
 */
export function csvAnswer(
  ctx: Requested,
  pages: AsyncGenerator<Cell[][]>,
  { header, fileName }: { header: readonly string[]; fileName: string },
): Promise<Response> {
  return fileAnswer(ctx, csvParts(pages, header), { fileName, contentType: "text/csv; charset=utf-8" });
}

async function* csvParts(pages: AsyncGenerator<Cell[][]>, header: readonly string[]): AsyncGenerator<string> {
  let isFirst = true;
  for await (const rows of pages) {
    if (rows.length === 0) continue;
    const csv = writeCsv(
      header,
      rows.map((row) => row.map(written)),
    );
    yield isFirst ? csv : csv.slice(csv.indexOf("\r\n"));
    isFirst = false;
  }
  if (isFirst) yield writeCsv(header, []);
}

const written = (cell: Cell) => (typeof cell === "number" ? decimalText(cell) : escapeFormula(cell));

interface WholeFile {
  fileName: string;
  header: readonly string[];
  rows: readonly (readonly (string | number)[])[];
}

/** A CSV file built in memory. Unlike those of `csvAnswer`, numbers are written as they are. */
export function csvFile({ fileName, header, rows }: WholeFile): Response {
  const csv = writeCsv(
    header,
    rows.map((row) => row.map((cell) => (typeof cell === "number" ? String(cell) : escapeFormula(cell)))),
  );
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}
