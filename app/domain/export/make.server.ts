import { and, eq, getTableName, type SQL, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { LATEST_MIGRATION } from "#drizzle/d1/latest-migration";
import { organizations, users } from "#drizzle/schema/identity";
import { exportReadyMail } from "~/domain/auth/mails.server";
import { accountMail } from "~/domain/mail/message";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { escapeFormula, writeCsv } from "~/domain/shared/csv/write";
import { notifyOutbox, outboxInsert } from "~/domain/shared/outbox.server";
import { personZone } from "~/domain/shared/person-zone.server";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { EXPORT_DAYS, EXPORT_FORMAT, type ExportStatus } from "./export";
import { type ArchiveState, archiveWriter, emptyArchive } from "./internal/archive-writer.server";
import { countArchivedRows, readArchivedPage } from "./internal/archived-rows.server";
import { chained, INDEX, MANIFEST, manifestSignature } from "./internal/manifest.server";
import { columnsOf, countRows, type ExportOwner, type Row, readPage, sourcesOf } from "./internal/sources.server";

/** The outbox job. */
export interface ExportJob extends ExportOwner {
  id: string;
  /** Scheme and host for the link in the email. */
  origin: string;
}

export const exportKey = ({ owner, id }: Pick<ExportJob, "owner" | "id">) => `exports/${owner}/${id}/`;

const exportTables = { business: "business_exports", household: "household_exports" } as const;

/** The table of exports, and the condition for its owner's rows. */
export function exportsOf({ of, owner }: ExportOwner): { table: SQL; column: SQL; isOwn: SQL } {
  const column = sql.identifier(of === "business" ? "org_id" : "user_id");
  return {
    table: sql`${sql.identifier(exportTables[of])}`,
    column: sql`${column}`,
    isOwn: sql`${sql.identifier(exportTables[of])}.${column} = ${owner}`,
  };
}

const LEASE_MS = 2 * MINUTE_MS;
/** Bytes held in memory before they are stored. */
const MAX_HELD = 4_000_000;
/** Characters of JSON per entry. */
const MAX_PART = 2_000_000;
/** After this much time or this many round trips, a run leaves the rest to the next message. */
const RUN_MS = 20_000;
const RUN_CALLS = 400;

/** The position at which a run continues. */
interface Progress {
  archive: ArchiveState;
  /** Archived rows, which come before the tables; null once they are done, and if there are none. */
  archived?: { after: string; parts: number } | null;
  /** The index of the source being read. */
  source: number;
  last: unknown[] | null;
  /** The number of entries written for each table. */
  parts: number;
  tables: Record<string, number>;
  /** The last file added; null before the first. */
  file: string | null;
  files: number;
  /** Covers the lines of the index so far. */
  chain: string;
}

interface Stored {
  status: ExportStatus;
  requestedBy: string;
  createdAt: string;
  rowTotal: number | null;
  progress: string | null;
}

/**
 * Creates a piece of an export and returns `more` if work is left. Stored pieces are kept: after an interruption, the next
 * delivery of the message continues from the last piece. `busy`: another run owns it.
 */
export async function runExport(ctx: Ctx, job: ExportJob): Promise<"done" | "busy" | "more"> {
  const { table, isOwn } = exportsOf(job);
  const lease = ctx.newId();
  const now = Date.now();
  const until = (ms: number) => new Date(ms).toISOString();
  const [row] = await ctx.db.all<Stored>(sql`
    UPDATE ${table} SET status = 'running', lease = ${lease}, lease_until = ${until(now + LEASE_MS)}
    WHERE ${isOwn} AND id = ${job.id} AND status IN ('queued', 'running') AND (lease IS NULL OR lease_until < ${until(now)})
    RETURNING status, requested_by AS requestedBy, created_at AS createdAt, row_total AS rowTotal, progress`);
  if (!row) return settle(ctx, job);
  const mine = sql`${isOwn} AND id = ${job.id} AND lease = ${lease} AND status = 'running'`;
  const sources = sourcesOf(job);
  const progress = progressOf(row, job);
  const zone = await zoneOf(ctx, job);
  try {
    if (row.rowTotal === null) {
      const archived = job.of === "business" ? await countArchivedRows(ctx, job.owner) : 0;
      const total = archived + (await countRows(ctx, sources));
      await ctx.db.run(sql`UPDATE ${table} SET row_total = ${total} WHERE ${mine}`);
    }
    for (let calls = 0; Date.now() - now < RUN_MS && calls < RUN_CALLS; ) {
      const step = await makePart(ctx, { job, row, progress, sources, zone });
      calls += step.calls;
      const rows = Object.values(progress.tables).reduce((sum, n) => sum + n, 0);
      const bytes = bytesOf(progress.archive);
      const facts = sql`progress = ${JSON.stringify(progress)}, row_count = ${rows}, file_count = ${progress.files}, bytes = ${bytes}`;
      const end = sql`status = 'ready', lease = NULL, lease_until = NULL, problem = NULL, finished_at = ${until(Date.now())},
        expires_at = ${until(Date.now() + EXPORT_DAYS * DAY_MS)}`;
      const [saved] = await ctx.db.all(sql`
        UPDATE ${table} SET ${facts}, ${step.isLast ? end : sql`lease_until = ${until(Date.now() + LEASE_MS)}`} WHERE ${mine} RETURNING id`);
      if (!saved || step.isLast) return await settle(ctx, job);
    }
  } finally {
    await ctx.db.run(sql`UPDATE ${table} SET lease = NULL, lease_until = NULL WHERE ${mine}`);
  }
  return "more";
}

/** The time zone of the exported business or household. */
async function zoneOf(ctx: Ctx, { of, owner }: ExportJob): Promise<string> {
  const [found] =
    of === "household"
      ? await ctx.db.select({ zone: personZone }).from(users).where(eq(users.id, owner))
      : await ctx.db.select({ zone: organizations.timeZone }).from(organizations).where(eq(organizations.id, owner));
  return found?.zone ?? "UTC";
}

/** Runs after work on an export ends: emails about a finished one, deletes the pieces of a canceled one. Can be repeated. */
async function settle(ctx: Ctx, job: ExportJob): Promise<"done" | "busy"> {
  const { table, isOwn } = exportsOf(job);
  const [row] = await ctx.db.all<{ status: ExportStatus; requestedBy: string; expiresAt: string | null }>(sql`
    SELECT status, requested_by AS requestedBy, expires_at AS expiresAt FROM ${table} WHERE ${isOwn} AND id = ${job.id}`);
  if (!row || row.status === "canceled" || row.status === "expired") {
    await ctx.providers.files.deleteUnder(exportKey(job));
    return "done";
  }
  if (row.status === "ready" && row.expiresAt) await tell(ctx, job, { ...row, expiresAt: row.expiresAt });
  return row.status === "running" || row.status === "queued" ? "busy" : "done";
}

async function tell(
  ctx: Ctx,
  job: ExportJob,
  { requestedBy, expiresAt }: { requestedBy: string; expiresAt: string },
): Promise<void> {
  const zone = job.of === "household" ? personZone : organizations.timeZone;
  const [user] = await ctx.db
    .select({ email: users.email, zone })
    .from(users)
    .leftJoin(organizations, eq(organizations.id, job.owner))
    .where(and(eq(users.id, requestedBy), eq(users.status, "active")));
  if (!user) return;
  const id = `export-${job.id}`;
  const mail = exportReadyMail(user.email, { ...job, expiresAt, zone: user.zone ?? "UTC" });
  const entry = { id, message: accountMail(mail, { userId: requestedBy }) };
  const isNew = sql`NOT EXISTS (SELECT 1 FROM identity_outbox WHERE id = ${id})`;
  await outboxInsert(ctx, entry, isNew);
  await notifyOutbox(ctx, [entry]);
}

const bytesOf = ({ pieces, directory, tracks }: ArchiveState) =>
  [...pieces, ...directory, ...Object.values(tracks).flatMap((track) => track.pieces)].reduce(
    (sum, [, bytes]) => sum + bytes,
    0,
  );

/** An export started by an earlier version starts over, because its index has no chain. */
function progressOf({ progress }: Stored, { of }: ExportJob): Progress {
  const known: Progress | null = progress ? JSON.parse(progress) : null;
  if (known?.chain !== undefined) return known;
  const archived = of === "business" ? { after: "", parts: 0 } : null;
  return {
    archive: emptyArchive(),
    archived,
    source: 0,
    last: null,
    parts: 0,
    tables: {},
    file: null,
    files: 0,
    chain: "",
  };
}

interface Run {
  job: ExportJob;
  row: Stored;
  progress: Progress;
  sources: ReturnType<typeof sourcesOf>;
  zone: string;
}

/** Reads until a piece is full. */
async function makePart(
  ctx: Ctx,
  { job, row, progress, sources, zone }: Run,
): Promise<{ isLast: boolean; calls: number }> {
  const writer = archiveWriter(progress.archive, {
    at: wallTimeOf(Date.parse(row.createdAt), zone),
    store: async (bytes) => {
      const key = `${exportKey(job)}${ctx.newId()}`;
      await ctx.providers.files.put(key, bytes.buffer, "application/octet-stream");
      return key;
    },
  });
  const add = async (name: string, bytes: Uint8Array<ArrayBuffer>, facts: { isDeflated: boolean; about: object }) => {
    writer.add(name, bytes, facts);
    const line = JSON.stringify({ name, ...facts.about, bytes: bytes.length, sha256: await sha256Of(bytes) });
    progress.chain = await chained(progress.chain, line);
    writer.grow(INDEX, utf8(`${line}\n`));
  };
  let calls = 4;
  while (progress.archived && writer.held() < MAX_HELD)
    calls += await addArchived(ctx, { job, ...{ progress, sources, writer, add } });
  while (!progress.archived && progress.source < sources.length && writer.held() < MAX_HELD)
    calls += await addTablePart(ctx, { ...{ progress, sources, writer, add } });
  if (progress.source === sources.length && writer.held() < MAX_HELD) {
    for await (const key of ctx.providers.files.keysOf(job.owner, progress.file)) {
      const file = await ctx.providers.files.get(key);
      progress.file = key;
      // Deleted in the meantime.
      if (!file) continue;
      const bytes = new Uint8Array(await new Response(file.body).arrayBuffer());
      await add(`files/${key}`, bytes, { isDeflated: false, about: { contentType: file.contentType } });
      progress.files += 1;
      if (writer.held() >= MAX_HELD) {
        await writer.flush();
        return { isLast: false, calls };
      }
    }
    const index = { crc32: writer.crcOf(INDEX), chain: progress.chain };
    await writer.close(INDEX);
    const { tables, files } = progress;
    const manifest = {
      ...{ product: "Plenum", format: EXPORT_FORMAT, of: job.of, owner: job.owner, exportedAt: row.createdAt },
      ...{ schema: LATEST_MIGRATION, tables, files, index },
    };
    const signed = { ...manifest, signature: await manifestSignature(ctx, manifest) };
    writer.add(MANIFEST, utf8(`${JSON.stringify(signed, null, 2)}\n`), { isDeflated: true });
    await writer.flush();
    await writer.finish();
    return { isLast: true, calls };
  }
  await writer.flush();
  return { isLast: false, calls };
}

interface Part {
  progress: Progress;
  sources: ReturnType<typeof sourcesOf>;
  writer: ReturnType<typeof archiveWriter>;
  add: (name: string, bytes: Uint8Array<ArrayBuffer>, facts: { isDeflated: boolean; about: object }) => Promise<void>;
}

/** Adds archived rows, in entries of their table and in its CSV. Returns the number of round trips. */
async function addArchived(ctx: Ctx, { job, progress, writer, add }: Part & { job: ExportJob }): Promise<number> {
  const { archived } = progress;
  if (!archived) return 0;
  const page = await readArchivedPage(ctx, job.owner, archived.after);
  for (const { table: of, rows } of page.tables) {
    if (rows.length === 0) continue;
    const table = getTableName(of);
    archived.parts += 1;
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`);
    const name = `json/${table}.archived.${archived.parts}.jsonl`;
    await add(name, utf8(lines.join("")), { isDeflated: true, about: { table, rows: rows.length } });
    writer.grow(`csv/${table}.csv`, utf8(csvOf(columnsOf(of), rows, progress.tables[table] === undefined)));
    progress.tables[table] = (progress.tables[table] ?? 0) + rows.length;
  }
  progress.archived = page.last === null ? null : { ...archived, after: page.last };
  return page.calls;
}

/** Adds pages of one table, as an entry of JSON lines and to its CSV. Returns the number of round trips. */
async function addTablePart(ctx: Ctx, { progress, sources, writer, add }: Part): Promise<number> {
  const source = sources[progress.source];
  if (!source) return 0;
  const table = getTableName(source.table);
  const csv = `csv/${table}.csv`;
  const columns = columnsOf(source.table);
  const lines: string[] = [];
  let calls = 0;
  let chars = 0;
  let last = progress.last;
  do {
    const page = await readPage(ctx, source, last);
    calls += 1;
    last = page.last;
    for (const row of page.rows) lines.push(`${JSON.stringify(row)}\n`);
    chars = lines.reduce((sum, { length }) => sum + length, 0);
    if (page.rows.length > 0) writer.grow(csv, utf8(csvOf(columns, page.rows, progress.tables[table] === undefined)));
    if (page.rows.length > 0) progress.tables[table] = (progress.tables[table] ?? 0) + page.rows.length;
  } while (last !== null && chars < MAX_PART);
  if (lines.length > 0) {
    progress.parts += 1;
    const name = progress.parts === 1 ? `json/${table}.jsonl` : `json/${table}.${progress.parts}.jsonl`;
    await add(name, utf8(lines.join("")), { isDeflated: true, about: { table, rows: lines.length } });
  }
  progress.last = last;
  if (last === null) {
    await writer.close(csv);
    progress.source += 1;
    progress.parts = 0;
  }
  return calls;
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

function csvOf(columns: string[], rows: Row[], isFirst: boolean): string {
  const csv = writeCsv(
    columns,
    rows.map((row) => columns.map((column) => cellOf(row[column]))),
  );
  return `${isFirst ? csv : csv.slice(csv.indexOf("\r\n") + 2)}\r\n`;
}

const cellOf = (value: unknown) => (typeof value === "string" ? escapeFormula(value) : String(value ?? ""));

/** Called after the queue's last attempt: marks the export as failed, and its owner can retry from the last piece. */
export async function failExport(ctx: Ctx, job: ExportJob): Promise<void> {
  const { table, isOwn } = exportsOf(job);
  await ctx.db.run(sql`
    UPDATE ${table} SET status = 'failed', lease = NULL, lease_until = NULL, finished_at = ${ctx.now.toISOString()},
      problem = 'The export stopped after several tries.', expires_at = ${new Date(ctx.now.getTime() + DAY_MS).toISOString()}
    WHERE ${isOwn} AND id = ${job.id} AND status IN ('queued', 'running')`);
}

const MAX_SWEPT = 50;

/** Deletes the files of expired exports, and the stored pieces of failed ones. */
export async function sweepExports(ctx: Ctx): Promise<number> {
  const now = ctx.now.toISOString();
  let gone = 0;
  for (const of of ["business", "household"] as const) {
    const table = sql.identifier(exportTables[of]);
    const column = sql.identifier(of === "business" ? "org_id" : "user_id");
    const over = await ctx.db.all<{ owner: string; id: string }>(sql`
      SELECT ${sql.raw(acrossTenants)} ${column} AS owner, id FROM ${table} WHERE expires_at <= ${now} AND ${isOnThisShard(sql`${column}`)}
      ORDER BY expires_at LIMIT ${MAX_SWEPT}`);
    for (const { owner, id } of over) {
      const isGone = await attempt(ctx, "expired exports", async () => {
        // Marked as unavailable before its bytes are deleted; after an interruption the next sweep finds it again.
        const { isOwn } = exportsOf({ of, owner });
        await ctx.db.run(sql`
          UPDATE ${table} SET status = 'expired', progress = NULL, bytes = 0 WHERE ${isOwn} AND id = ${id} AND expires_at <= ${now} AND status IN ('ready', 'failed')`);
        await ctx.providers.files.deleteUnder(exportKey({ owner, id }));
        await ctx.db.run(
          sql`UPDATE ${table} SET expires_at = NULL WHERE ${isOwn} AND id = ${id} AND status IN ('expired', 'canceled')`,
        );
      });
      if (isGone) gone += 1;
    }
  }
  return gone;
}
