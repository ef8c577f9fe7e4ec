import { sql } from "drizzle-orm";
import type { Browser } from "~/domain/auth/account.server";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { derivedToken } from "~/domain/shared/secrets/tokens.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { householdZone } from "~/domain/shared/time/household-day";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { isSameText } from "~/domain/shared/webhooks/hmac.server";
import { assertRowChanged, type Commit, commitIdentity, once } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import { type ExportKind, type ExportView, exportFileName, LINK_MINUTES } from "./export";
import { ownerOf, type Requester } from "./internal/requester.server";
import { type ExportJob, exportKey, exportsOf } from "./make.server";
import type { ExportLink } from "./schema";

const EXPORTS: Limit = {
  name: "data_exports",
  what: "data exports",
  perPerson: 6,
  perBusiness: 12,
  seconds: HOUR_SECONDS,
};

const MAX_SHOWN = 10;

const VIEW = sql`id, status, created_at AS createdAt, finished_at AS finishedAt, expires_at AS expiresAt, row_count AS rowCount,
  row_total AS rowTotal, file_count AS fileCount, bytes, problem`;

/** The latest exports of the business or of the caller's household. @throws DomainError forbidden for anyone but an Admin */
export function listExports(ctx: Ctx, of: ExportKind): Promise<ExportView[]> {
  const { table, isOwn } = exportsOf(ownerOf(ctx, of));
  return ctx.db.all<ExportView>(
    sql`SELECT ${VIEW} FROM ${table} WHERE ${isOwn} ORDER BY created_at DESC, id DESC LIMIT ${MAX_SHOWN}`,
  );
}

/** @throws DomainError not_found, also for another owner's */
export async function readExport(ctx: Ctx, of: ExportKind, id: string): Promise<ExportView> {
  const { table, isOwn } = exportsOf(ownerOf(ctx, of));
  const [row] = await ctx.db.all<ExportView>(sql`SELECT ${VIEW} FROM ${table} WHERE ${isOwn} AND id = ${id}`);
  if (!row) throw notFound();
  return row;
}

/**
 * Queues an export of every record and file. One at a time; recorded in a business's audit log.
 * @throws DomainError invalid for a wrong password, conflict while another is being created, too_many_requests
 */
export async function startExport(
  ctx: Ctx,
  of: ExportKind,
  { currentPassword, browser }: { currentPassword: string; browser: Browser },
): Promise<{ id: string }> {
  const me = ownerOf(ctx, of);
  await confirmPassword(ctx, currentPassword, browser);
  return once(ctx, "startExport", { of }, (commit) => queueExport(ctx, me, commit));
}

async function queueExport(ctx: Ctx, me: Requester, commit: Commit): Promise<{ id: string }> {
  await limitUse(ctx, EXPORTS);
  const { table, column, isOwn } = exportsOf(me);
  const [open] = await ctx.db.all(sql`SELECT 1 FROM ${table} WHERE ${isOwn} AND status IN ('queued', 'running')`);
  if (open) throw alreadyRunning();
  const id = ctx.newId();
  // The log is on the other side of the database: an entry without a started export does no harm.
  await note(ctx, me, { action: "data_exported", id });
  return commit(me.member, {
    writes: [
      ctx.db.run(sql`INSERT INTO ${table} (${column}, id, status, requested_by, created_at)
        VALUES (${me.owner}, ${id}, 'queued', ${me.userId}, ${ctx.now.toISOString()})`),
    ],
    publish: [message(ctx, me, id)],
    result: { id },
    refusals: { [openIndex(me)]: alreadyRunning },
  });
}

/** The index that the database names if another export is open. */
const openIndex = ({ of }: Requester) => (of === "business" ? "business_exports.org_id" : "household_exports.user_id");

const alreadyRunning = () => new DomainError("conflict", "An export is already in progress.");

/** Cancels an export in progress. @throws DomainError not_found, conflict if it is not in progress any more */
export async function cancelExport(ctx: Ctx, of: ExportKind, id: string): Promise<{ id: string }> {
  const me = ownerOf(ctx, of);
  await readExport(ctx, of, id);
  const { table, isOwn } = exportsOf(me);
  return once(ctx, "cancelExport", { of, id }, (commit) =>
    commit(me.member, {
      writes: [
        ctx.db.run(sql`UPDATE ${table} SET status = 'canceled', finished_at = ${ctx.now.toISOString()}, expires_at = ${ctx.now.toISOString()}, lease = NULL, lease_until = NULL,
        progress = NULL, bytes = 0 WHERE ${isOwn} AND id = ${id} AND status IN ('queued', 'running')`),
        assertRowChanged(ctx, "not_open"),
      ],
      // The job deletes its stored pieces.
      publish: [message(ctx, me, id)],
      result: { id },
      refusals: { not_open: () => new DomainError("conflict", "This export is no longer in progress.") },
    }),
  );
}

/** Continues a failed export from its last piece. @throws DomainError not_found, conflict */
export async function retryExport(ctx: Ctx, of: ExportKind, id: string): Promise<{ id: string }> {
  const me = ownerOf(ctx, of);
  await readExport(ctx, of, id);
  const { table, isOwn } = exportsOf(me);
  return once(ctx, "retryExport", { of, id }, (commit) =>
    commit(me.member, {
      writes: [
        ctx.db.run(sql`UPDATE ${table} SET status = 'queued', finished_at = NULL, expires_at = NULL, problem = NULL
        WHERE ${isOwn} AND id = ${id} AND status = 'failed'`),
        assertRowChanged(ctx, "not_failed"),
      ],
      publish: [message(ctx, me, id)],
      result: { id },
      refusals: {
        not_failed: () => new DomainError("conflict", "Only an export that failed can be retried."),
        [openIndex(me)]: alreadyRunning,
      },
    }),
  );
}

function message(ctx: Ctx, { of, owner }: Requester, id: string) {
  // The queue does not know the product's public address.
  const job: ExportJob = { of, owner, id, origin: ctx.request.origin };
  return { topic: "export" as const, owner: of === "business" ? { orgId: owner } : { userId: owner }, payload: job };
}

async function note(
  ctx: Ctx,
  { member, owner }: Requester,
  { action, id }: { action: string; id: string },
): Promise<void> {
  if (!member) return;
  await commitIdentity(ctx, member, {
    writes: [],
    audit: [{ action, entity: "organization", entityId: owner, after: { exportId: id } }],
    result: undefined,
  });
}

const purpose = ({ of, owner, userId }: Requester, id: string, expires: number) =>
  `export:${of}:${owner}:${id}:${userId}:${expires}` as const;

/**
 * Creates a link to a finished file, for the requesting person and valid for minutes. `expiresAt` is an instant.
 * @throws DomainError invalid for a wrong password, not_found, conflict if there is no file
 */
export async function linkToExport(
  ctx: Ctx,
  of: ExportKind,
  { id, currentPassword, browser }: { id: string; currentPassword: string; browser: Browser },
): Promise<{ url: string; expiresAt: string }> {
  const me = ownerOf(ctx, of);
  const row = await readExport(ctx, of, id);
  refuseUnlessReady(ctx, row);
  await confirmPassword(ctx, currentPassword, browser);
  await note(ctx, me, { action: "export_downloaded", id });
  const expires = Math.floor(ctx.now.getTime() / 1000) + LINK_MINUTES * 60;
  const signature = await derivedToken(purpose(me, id, expires), ctx.providers.secrets.signing);
  return {
    url: paths.apiArchive(of, id, { expires, signature }),
    expiresAt: new Date(expires * 1000).toISOString(),
  };
}

function refuseUnlessReady(ctx: Ctx, { status, expiresAt }: ExportView): void {
  const isOver = status === "expired" || (expiresAt !== null && expiresAt <= ctx.now.toISOString());
  if (isOver) throw new DomainError("conflict", "This export has expired. Start a new one.");
  if (status !== "ready") throw new DomainError("conflict", "This export is not ready.");
}

/**
 * Opens the file behind a link from `linkToExport`.
 * @throws DomainError not_found for a link that belongs to another person or has expired; conflict if the file no longer exists
 */
export async function openExport(
  ctx: Ctx,
  of: ExportKind,
  { id, expires: seconds = "", signature = "" }: ExportLink & { id: string },
): Promise<{ parts: AsyncGenerator<Uint8Array>; bytes: number; fileName: string }> {
  const me = ownerOf(ctx, of);
  const expires = /^\d{1,12}$/.test(seconds) ? Number(seconds) : 0;
  const expected = await derivedToken(purpose(me, id, expires), ctx.providers.secrets.signing);
  if (!(await isSameText(signature, expected)) || expires * 1000 < ctx.now.getTime()) throw notFound();
  const row = await readExport(ctx, of, id);
  refuseUnlessReady(ctx, row);
  const { table, isOwn } = exportsOf(me);
  const pieces = await ctx.db.all<{ key: string; bytes: number }>(sql`
    SELECT json_extract(p.value, '$[0]') AS key, json_extract(p.value, '$[1]') AS bytes
    FROM ${table}, json_each(${table}.progress, '$.archive.pieces') p WHERE ${isOwn} AND ${table}.id = ${id} ORDER BY p.key`);
  const bytes = pieces.reduce((sum, piece) => sum + piece.bytes, 0);
  const { date } = wallTimeOf(Date.parse(row.createdAt), me.member?.timeZone ?? householdZone(ctx));
  return { parts: partsOf(ctx, exportKey({ ...me, id }), pieces), bytes, fileName: exportFileName(of, date) };
}

async function* partsOf(
  ctx: Ctx,
  prefix: string,
  pieces: { key: string; bytes: number }[],
): AsyncGenerator<Uint8Array> {
  for (const { key } of pieces) {
    const file = key.startsWith(prefix) ? await ctx.providers.files.get(key) : null;
    // The file expired during the download: fail rather than send less than announced.
    if (!file) throw new Error("a piece of the export is gone");
    // Also closes the piece when the download is given up.
    yield* file.body;
  }
}
