import { neutraliseCell, writeCsv } from "~/domain/finance/imports/csv/write";
import type { Ctx } from "~/domain/shared/context";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { type ExportedRow, exportBusiness, exportHousehold } from "./export.server";

/**
 * The whole household as a ZIP, made while it is sent: every table as JSON lines and as CSV, and its files.
 * @throws DomainError unauthenticated, too_many_requests
 */
export async function archiveHousehold(ctx: Ctx): Promise<AsyncGenerator<Uint8Array>> {
  const { userId } = allowPerson(ctx);
  return zipped(ctx, { of: "household", owner: userId, pages: await exportHousehold(ctx) });
}

/**
 * The whole business as a ZIP, made while it is sent: every table as JSON lines and as CSV, and the photos and other files.
 * @throws DomainError forbidden, too_many_requests
 */
export async function archiveBusiness(ctx: Ctx): Promise<AsyncGenerator<Uint8Array>> {
  const { orgId } = allowAdmin(ctx);
  return zipped(ctx, { of: "business", owner: orgId, pages: await exportBusiness(ctx) });
}

interface ArchiveSource {
  of: "business" | "household";
  /** Whose files they are. */
  owner: string;
  pages: AsyncGenerator<ExportedRow[]>;
}

/** Memory holds a page of rows, the CSV of one table compressed, and a part of one file. */
export async function* zipped(ctx: Ctx, { of, owner, pages }: ArchiveSource): AsyncGenerator<Uint8Array> {
  const { strToU8, Zip, ZipDeflate, ZipPassThrough } = await import("fflate");
  let made: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    made.push(chunk);
  });
  const taken = () => {
    const chunks = made;
    made = [];
    return chunks;
  };
  const added = (name: string) => {
    const entry = new ZipDeflate(name, { level: 6 });
    entry.mtime = ctx.now;
    zip.add(entry);
    return entry;
  };
  const tables: Record<string, number> = {};
  let open: { table: string; columns: string[]; json: ReturnType<typeof added>; csv: ReturnType<typeof added> } | null =
    null;
  const close = () => {
    open?.json.push(new Uint8Array(), true);
    open?.csv.push(new Uint8Array(), true);
  };
  for await (const page of pages) {
    const [first] = page;
    if (!first) continue;
    const isFirst = first.table !== open?.table;
    if (open === null || isFirst) {
      close();
      const { table, row } = first;
      open = { table, columns: Object.keys(row), json: added(`json/${table}.jsonl`), csv: added(`csv/${table}.csv`) };
    }
    tables[first.table] = (tables[first.table] ?? 0) + page.length;
    open.json.push(strToU8(page.map(({ row }) => `${JSON.stringify(row)}\n`).join("")));
    open.csv.push(strToU8(csvOf(open.columns, { page, isFirst })));
    yield* taken();
  }
  close();
  yield* taken();
  let files = 0;
  for await (const key of ctx.providers.files.keysOf(owner)) {
    const file = await ctx.providers.files.get(key);
    // Deleted meanwhile.
    if (!file) continue;
    // Compressed already.
    const entry = new ZipPassThrough(`files/${key}`);
    entry.mtime = ctx.now;
    zip.add(entry);
    for await (const chunk of chunksOf(file.body)) {
      entry.push(chunk);
      yield* taken();
    }
    entry.push(new Uint8Array(), true);
    files += 1;
    yield* taken();
  }
  const about = { product: "Plenum", format: 1, of, exportedAt: ctx.now.toISOString(), tables, files };
  added("manifest.json").push(strToU8(`${JSON.stringify(about, null, 2)}\n`), true);
  zip.end();
  yield* taken();
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    yield value;
  }
}

function csvOf(columns: string[], { page, isFirst }: { page: ExportedRow[]; isFirst: boolean }): string {
  const csv = writeCsv(
    columns,
    page.map(({ row }) => columns.map((column) => cellOf(row[column]))),
  );
  return `${isFirst ? csv : csv.slice(csv.indexOf("\r\n") + 2)}\r\n`;
}

const cellOf = (value: unknown) => (typeof value === "string" ? neutraliseCell(value) : String(value ?? ""));
