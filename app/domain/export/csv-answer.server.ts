import { escapeFormula, writeCsv } from "~/domain/finance/imports/csv/write";
import type { Cell } from "~/domain/invoices/accounting";
import { decimalText } from "~/domain/shared/money";

/**
 * A CSV file streamed as its rows are read. The first rows are read before the response starts, so that a failure is an error, not
 * half a file. Numbers are amounts in cents; text that starts like a formula is prefixed with a quote.
 */
export async function csvAnswer(
  pages: AsyncGenerator<Cell[][]>,
  { header, fileName }: { header: readonly string[]; fileName: string },
): Promise<Response> {
  const encoder = new TextEncoder();
  let isFirst = true;
  let next: IteratorResult<Cell[][]> | null = await nextRows(pages);
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const page = next ?? (await nextRows(pages));
      next = null;
      if (page.done) {
        if (isFirst) controller.enqueue(encoder.encode(writeCsv(header, [])));
        return controller.close();
      }
      const csv = writeCsv(
        header,
        page.value.map((row) => row.map(written)),
      );
      controller.enqueue(encoder.encode(isFirst ? csv : csv.slice(csv.indexOf("\r\n"))));
      isFirst = false;
    },
  });
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${fileName}"`,
    },
  });
}

/** The next page that has rows: a pull that enqueues nothing is not followed by another one. */
async function nextRows(pages: AsyncGenerator<Cell[][]>): Promise<IteratorResult<Cell[][]>> {
  let page = await pages.next();
  while (!page.done && page.value.length === 0) page = await pages.next();
  return page;
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
