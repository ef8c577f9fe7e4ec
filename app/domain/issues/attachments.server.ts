import { and, asc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { acrossTenants } from "#drizzle/d1/guard";
import { issueAttachments } from "#drizzle/schema/issues";
import { tenantMembers } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import type { ConstraintErrors } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { refuseOverQuota } from "~/domain/shared/files/photo-storage.server";
import { hasTooManyPixels, isHeic, readPicture, TOO_MANY_PIXELS } from "~/domain/shared/files/pictures";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow, can } from "~/domain/shared/permissions";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { DAY_MS, HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import {
  ATTACHMENT_EMPTY,
  ATTACHMENT_IS_HEIC,
  ATTACHMENT_TOO_LARGE,
  ATTACHMENT_TYPE_REFUSED,
  type AttachmentType,
  attachmentName,
  attachmentType,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
  REMOVED_ATTACHMENT_DAYS,
} from "./attachment";
import { idOfIssue, issueNotFound, issueRow, readIssue } from "./load.server";
import { activityRow } from "./update.server";

const ATTACHMENTS: Limit = {
  ...{ name: "issue-attachments", what: "files", perPerson: 300, perBusiness: 3000 },
  seconds: HOUR_SECONDS,
};

/** An attachment, as named in the URL. */
interface AttachmentRef {
  ref: string;
  attachmentId: string;
}

export interface CheckedFile {
  name: string;
  contentType: AttachmentType;
  bytes: Uint8Array<ArrayBuffer>;
}

const attachmentGone = () => notFound("File not found");

const refusals: ConstraintErrors = {
  issue_attachments_full: () =>
    new DomainError("conflict", `An issue has at most ${MAX_ATTACHMENTS} files. Remove one first.`),
  attachment_gone: attachmentGone,
};

/**
 * Checks an uploaded file by its bytes, and removes location and other metadata from a picture.
 * @throws DomainError too_large; invalid for an empty file and for types not allowed on an issue
 */
export async function checkFile(file: File, field = "file"): Promise<CheckedFile> {
  const refused = (code: "too_large" | "invalid", text: string) =>
    new DomainError(code, text, { fields: { [field]: [text] } });
  if (file.size > MAX_ATTACHMENT_BYTES) throw refused("too_large", ATTACHMENT_TOO_LARGE);
  const sent = new Uint8Array(await file.arrayBuffer());
  if (sent.length === 0) throw refused("invalid", ATTACHMENT_EMPTY);
  if (isHeic(sent)) throw refused("invalid", ATTACHMENT_IS_HEIC);
  const contentType = attachmentType(sent);
  const name = attachmentName(file.name);
  if (!contentType) throw refused("invalid", ATTACHMENT_TYPE_REFUSED);
  if (!contentType.startsWith("image/") || contentType === "image/gif") return { name, contentType, bytes: sent };
  const picture = readPicture(sent);
  if (!picture) throw refused("invalid", "This picture is damaged or cut off");
  if (hasTooManyPixels(picture)) throw refused("invalid", TOO_MANY_PIXELS);
  return { name, contentType, bytes: picture.bytes };
}

/**
 * Adds a file to an issue.
 * @throws DomainError not_found; too_large, also if the storage is full; invalid; conflict if there are already fifty
 */
export async function addAttachment(ctx: Ctx, ref: string, { file }: { file: File }): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  await limitUse(ctx, ATTACHMENTS);
  const checked = await checkFile(file);
  const sha256 = await sha256Of(checked.bytes);
  return once(ctx, "addIssueAttachment", { ref, name: checked.name, sha256 }, async (commit) => {
    const { id: issueId } = await readIssue(ctx, me, ref);
    const { id, writes, drop } = await storeAttachment(ctx, me, { issueId, file: checked });
    try {
      return await commit(me, {
        writes,
        audit: [
          { action: "issue_attachment.add", entity: "issue", entityId: issueId, after: { id, name: checked.name } },
        ],
        result: { id },
        refusals,
      });
    } catch (error) {
      await drop();
      throw error;
    }
  });
}

/** Stores the file and returns the statements of its row; `drop` deletes it if they were not executed. */
export async function storeAttachment(
  ctx: Ctx,
  me: Member,
  { issueId, file, field = "file" }: { issueId: string; file: CheckedFile; field?: string },
) {
  const { name, contentType, bytes } = file;
  await refuseOverQuota(ctx, me, { bytes: bytes.length, field });
  const id = ctx.newId();
  const fileKey = `issue-attachments/${me.orgId}/${issueId}/${id}`;
  // Stores the file first, so that no row refers to a missing file.
  await ctx.providers.files.put(fileKey, bytes.slice().buffer, contentType);
  const writes: Write[] = [
    ctx.db.insert(issueAttachments).values({
      ...{ orgId: me.orgId, issueId, id, name, contentType, bytes: bytes.length, fileKey },
      ...{ userId: me.userId, createdAt: ctx.now.toISOString() },
    }),
    activityRow(ctx, me, { issueId, kind: "attached", after: name }),
  ];
  const drop = async () => {
    const [stored] = await attachmentRow(ctx, me, { ref: issueId, attachmentId: id });
    if (!stored) await ctx.providers.files.delete(fileKey);
  };
  return { id, writes, drop };
}

function attachmentRow(ctx: Ctx, me: Member, { ref, attachmentId }: AttachmentRef) {
  return ctx.db
    .select({
      id: issueAttachments.id,
      issueId: issueAttachments.issueId,
      name: issueAttachments.name,
      contentType: issueAttachments.contentType,
      fileKey: issueAttachments.fileKey,
      userId: issueAttachments.userId,
      deletedAt: issueAttachments.deletedAt,
    })
    .from(issueAttachments)
    .where(
      and(
        eq(issueAttachments.orgId, me.orgId),
        sql`${issueAttachments.issueId} = ${idOfIssue(me, ref)}`,
        eq(issueAttachments.id, attachmentId),
      ),
    );
}

/** An issue's files with the people who added them, oldest first. */
export function attachmentsOf(ctx: Ctx, me: Member, ref: string) {
  return ctx.db
    .select({
      id: named(issueAttachments.id, "attachment_id"),
      name: named(issueAttachments.name, "attachment_name"),
      contentType: issueAttachments.contentType,
      bytes: issueAttachments.bytes,
      userId: named(issueAttachments.userId, "attached_by"),
      firstName: namedOrNull(tenantMembers.firstName, "attacher_first_name"),
      lastName: namedOrNull(tenantMembers.lastName, "attacher_last_name"),
      createdAt: named(issueAttachments.createdAt, "attached_at"),
    })
    .from(issueAttachments)
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, issueAttachments.userId)))
    .where(
      and(
        eq(issueAttachments.orgId, me.orgId),
        sql`${issueAttachments.issueId} = ${idOfIssue(me, ref)}`,
        isNull(issueAttachments.deletedAt),
      ),
    )
    .orderBy(asc(issueAttachments.id))
    .limit(MAX_ATTACHMENTS);
}

export type Attachment = Awaited<ReturnType<typeof attachmentsOf>>[number];

/** @throws DomainError not_found, also for an issue in the trash */
export async function listAttachments(ctx: Ctx, ref: string): Promise<Attachment[]> {
  const me = allow(ctx, "issues.read");
  const [[issue], attachments] = await ctx.db.batch([issueRow(ctx, me, ref), attachmentsOf(ctx, me, ref)]);
  if (!issue || issue.deletedAt !== null) throw issueNotFound();
  return attachments;
}

/** Returns the file, also for an issue in the trash, whose screen still shows it. @throws DomainError not_found */
export async function readAttachment(ctx: Ctx, which: AttachmentRef) {
  const me = allow(ctx, "issues.read");
  const [row] = await attachmentRow(ctx, me, which);
  const file = row && row.deletedAt === null ? await ctx.providers.files.get(row.fileKey) : null;
  if (!row || !file) throw attachmentGone();
  return { body: file.body, name: row.name, contentType: row.contentType };
}

/** Removes one's own file, or anyone's with issues.manage. @throws DomainError not_found; forbidden */
export async function removeAttachment(ctx: Ctx, which: AttachmentRef): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "removeIssueAttachment", which, async (commit) => {
    const { issueId, id, name } = await allowOnAttachment(ctx, me, which);
    return commit(me, {
      writes: [
        ctx.db
          .update(issueAttachments)
          .set({ deletedAt: ctx.now.toISOString() })
          .where(and(isAttachment(me, { issueId, id }), isNull(issueAttachments.deletedAt))),
        assertRowChanged(ctx, "attachment_gone"),
        activityRow(ctx, me, { issueId, kind: "detached", before: name }),
      ],
      audit: [{ action: "issue_attachment.remove", entity: "issue", entityId: issueId, before: { id, name } }],
      result: { id },
      refusals,
    });
  });
}

/** Restores a removed file within a week. @throws DomainError as `removeAttachment`; conflict if there are already fifty */
export async function restoreAttachment(ctx: Ctx, which: AttachmentRef): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "restoreIssueAttachment", which, async (commit) => {
    const { issueId, id, name } = await allowOnAttachment(ctx, me, which);
    return commit(me, {
      writes: [
        ctx.db
          .update(issueAttachments)
          .set({ deletedAt: null })
          .where(and(isAttachment(me, { issueId, id }), isNotNull(issueAttachments.deletedAt))),
        assertRowChanged(ctx, "attachment_not_removed"),
        activityRow(ctx, me, { issueId, kind: "attached", after: name }),
      ],
      audit: [{ action: "issue_attachment.restore", entity: "issue", entityId: issueId, after: { id, name } }],
      result: { id },
      refusals: {
        ...refusals,
        attachment_not_removed: () => new DomainError("conflict", "This file was not removed."),
      },
    });
  });
}

/** The file, for who added it and for managers of issues. @throws DomainError not_found; forbidden */
async function allowOnAttachment(ctx: Ctx, me: Member, { ref, attachmentId }: AttachmentRef) {
  const { id: issueId } = await readIssue(ctx, me, ref);
  const [row] = await attachmentRow(ctx, me, { ref: issueId, attachmentId });
  if (!row) throw attachmentGone();
  if (row.userId !== me.userId && !can(me, "issues.manage"))
    throw new DomainError("forbidden", "Only the person who added this file can remove it.");
  return row;
}

function isAttachment(me: Member, { issueId, id }: { issueId: string; id: string }) {
  return and(eq(issueAttachments.orgId, me.orgId), eq(issueAttachments.issueId, issueId), eq(issueAttachments.id, id));
}

/** Files per run; the next run continues. */
const MAX_PURGED = 500;

/** Deletes attachments removed a week ago, files first: a remaining row may refer to an existing file. */
export async function purgeAttachments(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - REMOVED_ATTACHMENT_DAYS * DAY_MS).toISOString();
  const across = sql.raw(acrossTenants);
  const rows = await ctx.db.all<{ orgId: string; issueId: string; id: string; fileKey: string }>(sql`
    SELECT ${across} org_id AS orgId, issue_id AS issueId, id, file_key AS fileKey
    FROM issue_attachments INDEXED BY issue_attachments_deleted
    WHERE deleted_at < ${before} AND ${isOnThisShard(sql`org_id`)} LIMIT ${MAX_PURGED}`);
  if (rows.length === 0) return;
  await ctx.providers.files.delete(rows.map(({ fileKey }) => fileKey));
  const keys = JSON.stringify(rows.map(({ orgId, issueId, id }) => [orgId, issueId, id]));
  await ctx.db.run(sql`
    DELETE ${across} FROM issue_attachments WHERE deleted_at < ${before} AND ${isOnThisShard(sql`org_id`)} AND (org_id, issue_id, id) IN (
      SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]') FROM json_each(${keys}))`);
}
