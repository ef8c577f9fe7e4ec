import { and, eq, sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { escapeFormula, writeCsv } from "~/domain/shared/csv/write";
import { DomainError } from "~/domain/shared/errors";
import { withBreakLogged } from "~/domain/shared/files/log-break.server";
import { crc32, streamOf, type ZipEntry, zipOf } from "~/domain/shared/files/zip";
import { decimalText } from "~/domain/shared/money";
import { firstDayOfMonth, lastDayOfMonth, type MonthKey } from "~/domain/shared/time/dates";
import { allowReceipts, type ReceiptBook } from "./book.server";
import { columnsOf, receiptOf } from "./list.server";
import { pictureName, type ReceiptOwner, zipRefusal } from "./receipt";

/** More receipts than a business has in a month; the file is built in memory. */
const MAX_ROWS = 20_000;

const HEADER = ["Date", "Merchant", "Total", "Tax", "Currency", "For", "Note", "Added by", "State", "Picture"];

interface ReceiptFile {
  fileName: string;
  contentType: string;
  body: string | ReadableStream<Uint8Array>;
}

/**
 * A month's receipts as a CSV file, or as a ZIP file with the pictures.
 * @throws DomainError invalid for a ZIP file with too many or too large pictures
 */
export async function exportReceipts(
  ctx: Ctx,
  of: ReceiptOwner | undefined,
  { month, as }: { month: MonthKey; as: "csv" | "zip" },
): Promise<ReceiptFile> {
  const book = allowReceipts(ctx, of);
  const rows = await rowsOfMonth(ctx, book, month);
  const csv = writeCsv(
    HEADER,
    rows.map((row, index) => [
      row.boughtOn ?? row.addedOn,
      escapeFormula(row.merchant ?? ""),
      decimalText(row.totalMinor),
      decimalText(row.taxMinor),
      row.currency,
      // Omits records the reader may not open.
      escapeFormula(receiptOf(book, row).subject?.label ?? ""),
      escapeFormula(row.note ?? ""),
      escapeFormula(row.addedByName ?? ""),
      row.confirmedAt ? "Confirmed" : "To review",
      pictureName(row, index + 1),
    ]),
  );
  const name = `receipts-${month}`;
  if (as === "csv") return { fileName: `${name}.csv`, contentType: "text/csv; charset=utf-8", body: csv };
  const refusal = zipRefusal(rows);
  if (refusal !== null) throw new DomainError("invalid", refusal);
  const table = new TextEncoder().encode(csv);
  const entries: ZipEntry[] = [
    {
      name: `${name}.csv`,
      bytes: table.length,
      crc32: crc32(table),
      date: book.today,
      open: () => new Blob([table]).stream(),
    },
    ...rows.map((row, index) => ({
      ...{ name: pictureName(row, index + 1), bytes: row.bytes, crc32: row.crc32, date: row.boughtOn ?? row.addedOn },
      open: async () => {
        const file = await ctx.providers.files.get(row.fileKey);
        if (!file) throw new Error("a receipt's picture is missing");
        return file.body;
      },
    })),
  ];
  const fileName = `${name}.zip`;
  return { fileName, contentType: "application/zip", body: streamOf(withBreakLogged(ctx, fileName, zipOf(entries))) };
}

function rowsOfMonth(ctx: Ctx, book: ReceiptBook, month: MonthKey) {
  const { table, ownerId, userId, seesAll } = book;
  const own = seesAll ? undefined : eq(table.addedBy, userId);
  const within = sql`listed_on between ${firstDayOfMonth(month)} and ${lastDayOfMonth(month)}`;
  return ctx.db
    .select({ ...columnsOf(book), fileKey: table.fileKey, crc32: table.crc32 })
    .from(table)
    .where(and(eq(table.ownerId, ownerId), own, within))
    .orderBy(sql`listed_on, id`)
    .limit(MAX_ROWS);
}
