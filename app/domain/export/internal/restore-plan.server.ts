import { getTableName } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { LATEST_MIGRATION } from "#drizzle/d1/latest-migration";
import type { ExportKind } from "~/domain/export/export";
import { partLength, partsOf, type RestoreNote } from "~/domain/export/restore";
import type { Ctx } from "~/domain/shared/context";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import {
  type ArchiveEntry,
  DAMAGED,
  linesOf,
  NOT_AN_EXPORT,
  type ReadAt,
  readDirectory,
  readEntry,
  refuse,
} from "./archive-reader.server";
import { chained, INDEX, IndexLine, MANIFEST, type Manifest, readManifest } from "./manifest.server";
import { rankOf, sourcesOf } from "./sources.server";

/** The maximum unpacked size of an entry with records: twice what an export puts into one, plus the largest row. */
const MAX_PART_BYTES = 16_000_000;
const MAX_FILE_BYTES = 60_000_000;
const MAX_INDEX_BYTES = 400_000_000;
const MAX_MANIFEST_BYTES = 1_000_000;
/** Files per stored piece of the plan. */
const FILES_PER_PART = 1000;

interface PlannedPart {
  entry: ArchiveEntry;
  table: string;
  rows: number;
  sha256: string;
}

interface PlannedFile {
  entry: ArchiveEntry;
  contentType: string;
  sha256: string;
  /** The key under which it is stored. */
  key: string;
}

/** The parts of a file to write, in an order that is possible: referenced rows first. */
export interface Plan {
  manifest: Omit<Manifest, "index">;
  parts: PlannedPart[];
  rows: number;
  files: number;
  /** The number of stored pieces of `PlannedFile`. */
  filePieces: number;
  notes: { note: RestoreNote; count: number }[];
}

export const restoreKey = ({ owner, id }: { owner: string; id: string }) => `restores/${owner}/${id}/`;
export const partKey = (job: { owner: string; id: string }, part: number) =>
  `${restoreKey(job)}part-${String(part).padStart(6, "0")}`;
const planKey = (job: { owner: string; id: string }) => `${restoreKey(job)}plan`;
const filesKey = (job: { owner: string; id: string }, piece: number) => `${restoreKey(job)}files-${piece}`;

interface Upload {
  of: ExportKind;
  owner: string;
  id: string;
  bytes: number;
}

/** Reads bytes of an uploaded file from its stored parts. */
export function readerOf(ctx: Ctx, job: Upload): ReadAt {
  return async (offset, length) => {
    if (offset < 0 || length < 0 || offset + length > job.bytes) refuse(DAMAGED);
    const whole = new Uint8Array(length);
    let filled = 0;
    const partBytes = partLength(Number.MAX_SAFE_INTEGER, 0);
    while (filled < length) {
      const at = offset + filled;
      const part = Math.floor(at / partBytes);
      const from = at - part * partBytes;
      const most = Math.min(length - filled, partLength(job.bytes, part) - from);
      const found =
        part < partsOf(job.bytes)
          ? await ctx.providers.files.get(partKey(job, part), { offset: from, length: most })
          : null;
      if (!found) throw new Error("a part of the upload is gone");
      const bytes = new Uint8Array(await new Response(found.body).arrayBuffer());
      if (bytes.length !== most) throw new Error("a part of the upload is shorter than it was");
      whole.set(bytes, filled);
      filled += most;
    }
    return whole;
  };
}

/** Tables that control access or connections, which a file must not be able to change. */
const LEFT_OUT: Record<string, RestoreNote | null> = {
  organizations: null,
  users: null,
  members: "members",
  invitations: "invitations",
  security_events: "sign_in_history",
  card_accounts: "card_account",
  code_host_connections: "code_hosts",
  code_host_conflicts: "code_hosts",
  code_host_log: "code_hosts",
  code_host_repositories: "code_hosts",
  code_host_people: "code_hosts",
  code_host_issues: "code_hosts",
  code_host_deliveries: "code_hosts",
  code_host_comments: "code_hosts",
  code_host_pushes: "code_hosts",
};

/** Follow-up notes for restored tables. */
const NOTED: Record<string, RestoreNote> = {
  invoice_links: "customer_links",
  estimate_links: "customer_links",
  visit_links: "customer_links",
  deposit_requests: "customer_links",
  lead_forms: "lead_forms",
  calendar_feeds: "calendar_feeds",
  bank_items: "bank_connections",
};

/** Tables of the plan by name; only the settings are read from the business's own row. */
export function restoredTables(of: ExportKind): Map<string, SQLiteTable> {
  const tables = sourcesOf({ of, owner: "" }).map(({ table }) => [getTableName(table), table] as const);
  return new Map(tables.filter(([name]) => !(name in LEFT_OUT)));
}

/**
 * Reads the list of contents of a file and verifies that all of it was exported here: its manifest is signed, including the chain
 * over the index, which has the checksum of every entry. Stores the plan.
 * @throws DomainError invalid, with the problem as its message
 */
export async function makePlan(ctx: Ctx, job: Upload): Promise<Plan> {
  const readAt = readerOf(ctx, job);
  const found = new Map<string, ArchiveEntry>();
  for await (const entry of readDirectory(job.bytes, readAt))
    if (entry.name === INDEX || entry.name === MANIFEST) found.set(entry.name, entry);
  const [manifestEntry, index] = [found.get(MANIFEST), found.get(INDEX)];
  if (!manifestEntry) return refuse(NOT_AN_EXPORT);
  const text = new TextDecoder().decode(await readEntry(manifestEntry, readAt, MAX_MANIFEST_BYTES));
  const { index: sums, ...manifest } = await readManifest(ctx, text);
  if (!index) return refuse(DAMAGED);
  if (manifest.of !== job.of)
    refuse(
      manifest.of === "business"
        ? "This is the export of a business. An Admin restores it under Settings, Data export."
        : "This is the export of a household. Restore it in your profile, Data export.",
    );
  if (manifest.schema > LATEST_MIGRATION) refuse("This export was made by a newer version of Plenum.");
  const plan: Plan = { manifest, parts: [], rows: 0, files: 0, filePieces: 0, notes: [] };
  const known = restoredTables(job.of);
  const counts = new Map<RestoreNote, number>();
  const note = (what: RestoreNote | null | undefined, count: number) => {
    if (what) counts.set(what, (counts.get(what) ?? 0) + count);
  };
  let files: PlannedFile[] = [];
  const storeFiles = async () => {
    if (files.length === 0) return;
    await store(ctx, filesKey(job, plan.filePieces), files);
    plan.filePieces += 1;
    files = [];
  };
  const tables = new Map<string, number>();
  let chain = "";
  const lines = linesOf(index, readAt, MAX_INDEX_BYTES);
  for await (const entry of readDirectory(job.bytes, readAt)) {
    if (entry.name === INDEX || entry.name === MANIFEST || entry.name.startsWith("csv/")) continue;
    const { value: line, done } = await lines.next();
    if (done) return refuse(DAMAGED);
    chain = await chained(chain, line);
    const indexed = IndexLine.safeParse(jsonOf(line));
    if (!indexed.success || indexed.data.name !== entry.name || indexed.data.bytes !== entry.bytes)
      return refuse(DAMAGED);
    if ("table" in indexed.data) {
      const { table, rows, sha256 } = indexed.data;
      tables.set(table, (tables.get(table) ?? 0) + rows);
      if (table === "organizations" || known.has(table)) plan.parts.push({ entry, table, rows, sha256 });
      else if (table in LEFT_OUT) note(LEFT_OUT[table], rows);
      else refuse(`This version of Plenum does not support the table "${table}" of the export.`);
      if (known.has(table)) {
        plan.rows += rows;
        note(NOTED[table], rows);
      }
    } else {
      const { contentType, sha256 } = indexed.data;
      files.push({ entry, contentType, sha256, key: movedKey(entry.name, manifest.owner, job.owner) });
      plan.files += 1;
      if (files.length >= FILES_PER_PART) await storeFiles();
    }
  }
  if (!(await lines.next()).done || chain !== sums.chain) return refuse(DAMAGED);
  await storeFiles();
  const isWhole = Object.entries(manifest.tables).every(([table, rows]) => tables.get(table) === rows);
  if (!isWhole || tables.size !== Object.keys(manifest.tables).length || plan.files !== manifest.files) refuse(DAMAGED);
  if (manifest.schema < LATEST_MIGRATION) note("older_version", 1);
  plan.notes = [...counts].map(([what, count]) => ({ note: what, count }));
  const rank = (table: string) => {
    const of = known.get(table);
    // The other side's log and the business's settings come last.
    return of && table !== "identity_audit_log" ? rankOf(of) : Number.MAX_SAFE_INTEGER;
  };
  plan.parts = plan.parts
    .map((part, at) => ({ part, at }))
    .sort((a, b) => rank(a.part.table) - rank(b.part.table) || a.part.table.localeCompare(b.part.table) || a.at - b.at)
    .map(({ part }) => part);
  await store(ctx, planKey(job), plan);
  return plan;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** The caller's own key for a file of another owner: 'photos/<owner>/…'. */
function movedKey(name: string, source: string, owner: string): string {
  const [, kind, of, ...rest] = name.split("/");
  const isPlace =
    kind !== undefined && /^[a-z][a-z-]*$/.test(kind) && !["exports", "imports", "restores"].includes(kind);
  if (!isPlace || of !== source || rest.length === 0) return refuse(DAMAGED);
  return [kind, owner, ...rest].join("/").replaceAll(source, owner);
}

async function store(ctx: Ctx, key: string, value: unknown): Promise<void> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  await ctx.providers.files.put(key, bytes.buffer, "application/json");
}

async function load<T>(ctx: Ctx, key: string): Promise<T> {
  const found = await ctx.providers.files.get(key);
  if (!found) throw new Error("a piece of the plan is gone");
  // Guarantee: `makePlan` stored it, and nothing else writes under this key.
  return (await new Response(found.body).json()) as T;
}

export const readPlan = (ctx: Ctx, job: Upload): Promise<Plan> => load(ctx, planKey(job));
export const readFiles = (ctx: Ctx, job: Upload, piece: number): Promise<PlannedFile[]> =>
  load(ctx, filesKey(job, piece));

/** The lines of a part, verified by the checksum in the index. @throws DomainError invalid */
export async function readPart(readAt: ReadAt, { entry, sha256, rows }: PlannedPart): Promise<string> {
  const bytes = await readEntry(entry, readAt, MAX_PART_BYTES);
  if ((await sha256Of(bytes)) !== sha256) refuse(DAMAGED);
  const text = new TextDecoder().decode(bytes);
  if (text.split("\n").length !== rows + 1) refuse(DAMAGED);
  return text;
}

/** @throws DomainError invalid */
export async function readFile(readAt: ReadAt, { entry, sha256 }: PlannedFile): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readEntry(entry, readAt, MAX_FILE_BYTES);
  if ((await sha256Of(bytes)) !== sha256) refuse(DAMAGED);
  return bytes;
}
