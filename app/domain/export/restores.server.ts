import { sql } from "drizzle-orm";
import type { Browser } from "~/domain/auth/account.server";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertRowChanged, commitIdentity, once } from "~/domain/shared/write.server";
import type { ExportKind } from "./export";
import { ownerOf, type Requester } from "./internal/requester.server";
import { partKey } from "./internal/restore-plan.server";
import { recordsText, refuseRecords } from "./internal/undo-restore.server";
import { partLength, partsOf, type RestoreView } from "./restore";
import { type RestoreJob, restoreMessage, restoresOf, restoreTables } from "./restore-run.server";
import type { RestoreInput } from "./schema";

const RESTORES: Limit = {
  name: "data_restores",
  what: "restores",
  perPerson: 20,
  perBusiness: 20,
  seconds: HOUR_SECONDS,
};

const MAX_SHOWN = 10;

const VIEW = sql`id, status, created_at AS createdAt, finished_at AS finishedAt, file_name AS fileName, bytes, parts, row_count AS rowCount,
  row_total AS rowTotal, file_count AS fileCount, file_total AS fileTotal, problem, report`;

type Stored = Omit<RestoreView, "report"> & { report: string | null };

const viewOf = ({ report, ...row }: Stored): RestoreView => ({ ...row, report: report ? JSON.parse(report) : null });

/** The latest restores of the business or of the caller's household. @throws DomainError forbidden for anyone but an Admin */
export async function listRestores(ctx: Ctx, of: ExportKind): Promise<RestoreView[]> {
  const { table, isOwn } = restoresOf(ownerOf(ctx, of));
  const rows = await ctx.db.all<Stored>(
    sql`SELECT ${VIEW} FROM ${table} WHERE ${isOwn} ORDER BY created_at DESC, id DESC LIMIT ${MAX_SHOWN}`,
  );
  return rows.map(viewOf);
}

/** Why no export can be restored there, as a message; null if one can. */
export async function restoreObstacle(ctx: Ctx, of: ExportKind): Promise<string | null> {
  return recordsText(ctx, ownerOf(ctx, of));
}

/** @throws DomainError not_found, also for another owner's */
export async function readRestore(ctx: Ctx, of: ExportKind, id: string): Promise<RestoreView> {
  const { table, isOwn } = restoresOf(ownerOf(ctx, of));
  const [row] = await ctx.db.all<Stored>(sql`SELECT ${VIEW} FROM ${table} WHERE ${isOwn} AND id = ${id}`);
  if (!row) throw notFound();
  return viewOf(row);
}

/**
 * Starts restoring an export: its parts must be uploaded next. Only into an empty business or household; an abandoned upload is
 * canceled.
 * @throws DomainError invalid for a wrong password, conflict if there are records or another restore, too_many_requests
 */
export async function startRestore(
  ctx: Ctx,
  of: ExportKind,
  { currentPassword, fileName, bytes, browser }: RestoreInput & { browser: Browser },
): Promise<{ id: string }> {
  const me = ownerOf(ctx, of);
  await confirmPassword(ctx, currentPassword, browser);
  const { table, column, isOwn } = restoresOf(me);
  return once(ctx, "startRestore", { of, fileName, bytes }, async (commit) => {
    await limitUse(ctx, RESTORES);
    await refuseUnlessEmpty(ctx, me);
    const id = ctx.newId();
    const now = ctx.now.toISOString();
    return commit(me.member, {
      writes: [
        ctx.db.run(
          sql`UPDATE ${table} SET status = 'canceled', finished_at = ${now} WHERE ${isOwn} AND status = 'uploading'`,
        ),
        ctx.db.run(sql`INSERT INTO ${table} (${column}, id, status, requested_by, created_at, file_name, bytes)
          VALUES (${me.owner}, ${id}, 'uploading', ${me.userId}, ${now}, ${fileName}, ${bytes})`),
      ],
      result: { id },
      refusals: { [openIndex(me)]: alreadyRunning },
      skipChecks: true,
    });
  });
}

async function refuseUnlessEmpty(ctx: Ctx, me: Requester): Promise<void> {
  const { table, isOwn } = restoresOf(me);
  const [open] = await ctx.db.all(
    sql`SELECT 1 FROM ${table} WHERE ${isOwn} AND status IN ('queued', 'running', 'undoing')`,
  );
  if (open) throw alreadyRunning();
  await refuseRecords(ctx, me);
}

/** The index that the database names if another restore is open. */
const openIndex = ({ of }: Requester) => `${restoreTables[of]}.${of === "business" ? "org_id" : "user_id"}`;

const alreadyRunning = () => new DomainError("conflict", "An export is already being restored.");

/**
 * Receives a part of the file, by its index from 0: in order, each as often as needed.
 * @throws DomainError not_found, invalid for a part of the wrong length, conflict if it is not the next one or no longer expected
 */
export async function takePart(
  ctx: Ctx,
  of: ExportKind,
  { id, part, body }: { id: string; part: number; body: ArrayBuffer },
): Promise<RestoreView> {
  const me = ownerOf(ctx, of);
  const restore = await readRestore(ctx, of, id);
  if (restore.status !== "uploading") throw notAwaited();
  if (part > restore.parts)
    throw new DomainError("conflict", "Send the parts of the file in order.", {
      details: { parts: restore.parts },
    });
  if (part >= partsOf(restore.bytes) || body.byteLength !== partLength(restore.bytes, part))
    throw new DomainError("invalid", "This part of the file does not have the expected length. Send it again.");
  await ctx.providers.files.put(partKey({ owner: me.owner, id }, part), body, "application/octet-stream");
  const { table, isOwn } = restoresOf(me);
  const [saved] = await ctx.db.all<Stored>(sql`
    UPDATE ${table} SET parts = max(parts, ${part + 1}) WHERE ${isOwn} AND id = ${id} AND status = 'uploading' RETURNING ${VIEW}`);
  if (!saved) throw notAwaited();
  return viewOf(saved);
}

const notAwaited = () => new DomainError("conflict", "This upload is no longer expected. Start the restore again.");

/**
 * Queues the restore of a complete upload. Recorded in a business's audit log.
 * @throws DomainError not_found, conflict if parts are missing or it has already started
 */
export async function beginRestore(ctx: Ctx, of: ExportKind, id: string): Promise<{ id: string }> {
  const me = ownerOf(ctx, of);
  const restore = await readRestore(ctx, of, id);
  if (restore.status === "uploading" && restore.parts < partsOf(restore.bytes))
    throw new DomainError("conflict", "The upload is not complete.", { details: { parts: restore.parts } });
  const { table, isOwn } = restoresOf(me);
  return once(ctx, "beginRestore", { of, id }, async (commit) => {
    await refuseUnlessEmpty(ctx, me);
    await note(ctx, me, id);
    return commit(me.member, {
      writes: [
        ctx.db.run(sql`UPDATE ${table} SET status = 'queued' WHERE ${isOwn} AND id = ${id} AND status = 'uploading'`),
        assertRowChanged(ctx, "not_uploading"),
      ],
      publish: [message(me, id)],
      result: { id },
      refusals: { not_uploading: notAwaited },
      skipChecks: true,
    });
  });
}

/** Cancels a restore and undoes its writes. @throws DomainError not_found, conflict if it is over */
export async function cancelRestore(ctx: Ctx, of: ExportKind, id: string): Promise<{ id: string }> {
  const me = ownerOf(ctx, of);
  await readRestore(ctx, of, id);
  const { table, isOwn } = restoresOf(me);
  const now = ctx.now.toISOString();
  return once(ctx, "cancelRestore", { of, id }, (commit) =>
    commit(me.member, {
      writes: [
        // A run in progress ends at its next write; its lease stays until then.
        ctx.db.run(sql`UPDATE ${table} SET
          status = CASE status WHEN 'uploading' THEN 'canceled' ELSE 'undoing' END, outcome = 'canceled',
          finished_at = CASE status WHEN 'uploading' THEN ${now} END
          WHERE ${isOwn} AND id = ${id} AND status IN ('uploading', 'queued', 'running')`),
        assertRowChanged(ctx, "not_open"),
      ],
      publish: [message(me, id)],
      result: { id },
      refusals: { not_open: () => new DomainError("conflict", "This restore has ended or is already being undone.") },
      skipChecks: true,
    }),
  );
}

function message({ of, owner }: Requester, restore: string) {
  const job: RestoreJob = { of, owner, restore };
  return restoreMessage(job);
}

/** The log is on the other side of the database: an entry without a started restore does no harm. */
async function note(ctx: Ctx, { member, owner }: Requester, id: string): Promise<void> {
  if (!member) return;
  await commitIdentity(ctx, member, {
    writes: [],
    audit: [{ action: "data_restored", entity: "organization", entityId: owner, after: { restoreId: id } }],
    result: undefined,
  });
}
