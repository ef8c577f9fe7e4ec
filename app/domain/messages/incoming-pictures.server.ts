import { sql } from "drizzle-orm";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { refuseOverQuota } from "~/domain/shared/files/photo-storage.server";
import { hasTooManyPixels, isHeic, type Picture, readPicture, TOO_MANY_PIXELS } from "~/domain/shared/files/pictures";
import type { OutboxMessage } from "~/domain/shared/outbox.server";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, commit, type Write } from "~/domain/shared/write.server";
import { allowOnThread, maySee } from "./access.server";
import { MAX_TEXT_PICTURE_BYTES, type PictureState } from "./message";
import { threadEvent } from "./send.server";

/** A picture may be announced a moment before it is available. */
const TRIES_WHILE_ABSENT = 3;

const NOT_FETCHED = "It could not be fetched from the text service.";

/** A received message's picture, as the queue's job names it. */
interface PictureJob {
  orgId: string;
  pictureId: string;
}

interface QueuedPictures {
  messageId: string;
  /** The text host's URLs of the pictures, in order. */
  urls: readonly string[];
}

/**
 * The statements that store a text's pictures as pending until the queue has fetched them, and the queue's messages. URLs outside
 * the text host are not fetched, so that a forged address reaches nothing.
 */
export function queuePictures(ctx: Ctx, orgId: string, { messageId, urls }: QueuedPictures) {
  const at = ctx.now.toISOString();
  const rows = urls.map((url, position) => {
    const isThere = ctx.providers.texts.keepsMedia(url);
    return {
      ...{ id: ctx.newId(), position, source: isThere ? url : null, state: isThere ? "waiting" : "refused" },
      problem: isThere ? null : "It is not stored at the text service, so it was not downloaded.",
    };
  });
  const writes: Write[] =
    rows.length === 0
      ? []
      : [
          ctx.db.run(sql`
            INSERT INTO message_pictures (org_id, message_id, position, id, state, problem, source_url, created_at, updated_at)
            SELECT ${orgId}, ${messageId}, value ->> 'position', value ->> 'id', value ->> 'state', value ->> 'problem', value ->> 'source', ${at}, ${at}
            FROM json_each(${JSON.stringify(rows)})`),
        ];
  const publish = rows.flatMap(({ id, state }) => (state === "waiting" ? [pictureMessage(orgId, id)] : []));
  return { writes, publish };
}

/** A picture in a customer's text message, to be fetched. */
const pictureMessage = (orgId: string, pictureId: string): OutboxMessage => ({
  topic: "business_mail",
  owner: { orgId },
  payload: { picture: { orgId, pictureId } },
});

interface Row {
  id: string;
  messageId: string;
  threadId: string;
  position: number;
  state: PictureState;
  sourceUrl: string | null;
  fileKey: string | null;
}

async function rowOf(ctx: Ctx, { orgId, pictureId }: PictureJob): Promise<Row | undefined> {
  const [row] = await ctx.db.all<Row>(sql`
    SELECT p.id, p.message_id AS messageId, m.thread_id AS threadId, p.position, p.state, p.source_url AS sourceUrl, p.file_key AS fileKey
    FROM message_pictures p JOIN messages m ON m.org_id = ${orgId} AND m.id = p.message_id
    WHERE p.org_id = ${orgId} AND p.id = ${pictureId}`);
  return row;
}

type Verdict = { state: "stored"; picture: Picture } | { state: "refused" | "failed"; problem: string };

/**
 * Fetches a picture from the text host, validates and stores it, and then deletes it at the host if configured. For a picture
 * already handled, only finishes what is left.
 * @throws errors that a retry may resolve
 */
export async function fetchPicture(ctx: Ctx, job: PictureJob, { tries }: { tries: number }): Promise<void> {
  const row = await rowOf(ctx, job);
  if (!row) return;
  let { state } = row;
  if (state === "waiting" || state === "failed") {
    const verdict = await verdictOn(ctx, job, row, tries);
    await settle(ctx, job, row, verdict);
    state = verdict.state;
  }
  const { forgetMedia } = ctx.providers.texts;
  // Of one that is not stored here, the host has the only copy.
  if (forgetMedia && state === "stored" && row.sourceUrl !== null) {
    await forgetMedia(row.sourceUrl);
    await ctx.db.run(sql`
      UPDATE message_pictures SET source_url = NULL WHERE org_id = ${job.orgId} AND id = ${row.id} AND state = 'stored'`);
  }
}

async function verdictOn(ctx: Ctx, { orgId }: PictureJob, { sourceUrl }: Row, tries: number): Promise<Verdict> {
  if (sourceUrl === null || !ctx.providers.texts.keepsMedia(sourceUrl))
    return { state: "refused", problem: "It is not stored at the text service, so it was not downloaded." };
  const media = await ctx.providers.texts.media(sourceUrl, MAX_TEXT_PICTURE_BYTES);
  switch (media.kind) {
    case "gone":
      if (tries < TRIES_WHILE_ABSENT) throw new Error("texts: the picture is not there");
      return { state: "refused", problem: "The text service does not have it anymore." };
    case "elsewhere":
      return { state: "refused", problem: "It is not stored at the text service, so it was not downloaded." };
    case "too_large":
      return { state: "refused", problem: "It is larger than 5 MB." };
    case "taken":
      return checked(ctx, orgId, media.bytes);
  }
}

/** Determines the type from the bytes: the announced name and type are not trusted. */
async function checked(ctx: Ctx, orgId: string, bytes: Uint8Array<ArrayBuffer>): Promise<Verdict> {
  const picture = readPicture(bytes);
  if (!picture)
    return {
      state: "refused",
      problem: isHeic(bytes)
        ? "It is a HEIC photo, which browsers cannot show."
        : "It is not a JPEG, PNG or WebP picture.",
    };
  if (hasTooManyPixels(picture)) return { state: "refused", problem: `${TOO_MANY_PIXELS}.` };
  try {
    await refuseOverQuota(ctx, { orgId }, { bytes: picture.bytes.length, field: "photo" });
  } catch (error) {
    if (error instanceof DomainError) return { state: "failed", problem: error.message.slice(0, 300) };
    throw error;
  }
  return { state: "stored", picture };
}

async function settle(ctx: Ctx, job: PictureJob, row: Row, verdict: Verdict): Promise<void> {
  const { orgId } = job;
  const key = `messages/${orgId}/${row.threadId}/${row.messageId}-${row.position}`;
  const picture = verdict.state === "stored" ? verdict.picture : null;
  if (picture) await ctx.providers.files.put(key, picture.bytes.buffer, picture.type);
  const problem = verdict.state === "stored" ? null : verdict.problem;
  await commit(ctx, job, {
    writes: [
      ctx.db.run(sql`
        UPDATE message_pictures SET state = ${verdict.state}, problem = ${problem}, file_key = ${picture && key}, content_type = ${picture?.type ?? null},
          bytes = ${picture?.bytes.length ?? null}, updated_at = ${ctx.now.toISOString()}
        WHERE org_id = ${orgId} AND id = ${row.id} AND state IN ('waiting', 'failed')`),
    ],
    publish: [threadEvent({ orgId }, row.threadId)],
    result: null,
  });
}

/** Marks a picture as failed after its last retry, so that the conversation shows it and the office may retry. */
export async function giveUpPicture(ctx: Ctx, job: PictureJob): Promise<void> {
  const row = await rowOf(ctx, job);
  if (row?.state === "waiting") await settle(ctx, job, row, { state: "failed", problem: NOT_FETCHED });
}

const pictureNotFound = () => notFound("Picture not found");

/** A picture of a conversation the reader may see. @throws DomainError not_found */
async function seen(ctx: Ctx, me: Member, threadId: string, pictureId: string): Promise<Row> {
  await allowOnThread(ctx, threadId);
  const row = await rowOf(ctx, { orgId: me.orgId, pictureId });
  if (row?.threadId !== threadId) throw pictureNotFound();
  return row;
}

/** Fetches a failed picture again. @throws DomainError not_found; conflict if it has not failed */
export async function retryPicture(ctx: Ctx, threadId: string, pictureId: string): Promise<{ id: string }> {
  const me = allow(ctx, "work_orders.write");
  await seen(ctx, me, threadId, pictureId);
  return commit(ctx, me, {
    writes: [
      ctx.db.run(sql`
        UPDATE message_pictures SET state = 'waiting', problem = NULL, updated_at = ${ctx.now.toISOString()}
        WHERE org_id = ${me.orgId} AND id = ${pictureId} AND state = 'failed'`),
      assertRowChanged(ctx, "picture_settled"),
    ],
    publish: [pictureMessage(me.orgId, pictureId), threadEvent(me, threadId)],
    result: { id: pictureId },
    refusals: { picture_settled: () => new DomainError("conflict", "This picture does not need to be retried.") },
  });
}

/** The file of a received picture. @throws DomainError not_found, also while it is pending */
export async function readIncomingPicture(ctx: Ctx, threadId: string, pictureId: string) {
  const me = allow(ctx, "work_orders.read");
  const { fileKey } = await seen(ctx, me, threadId, pictureId);
  const file = fileKey && (await ctx.providers.files.get(fileKey));
  if (!file) throw pictureNotFound();
  return file;
}

/** A stored picture, with the previous and next of the same message. @throws DomainError not_found */
export async function pictureView(ctx: Ctx, threadId: string, pictureId: string) {
  const me = allow(ctx, "work_orders.read");
  const rows = await ctx.db.all<{ id: string; createdAt: string }>(sql`
    SELECT p.id, p.created_at AS createdAt FROM message_pictures one
    JOIN messages m ON m.org_id = ${me.orgId} AND m.id = one.message_id
    JOIN threads t ON t.org_id = ${me.orgId} AND t.id = m.thread_id
    JOIN message_pictures p ON p.org_id = ${me.orgId} AND p.message_id = m.id AND p.state = 'stored'
    WHERE one.org_id = ${me.orgId} AND one.id = ${pictureId} AND t.id = ${threadId} AND ${maySee(me)} ORDER BY p.position`);
  const at = rows.findIndex(({ id }) => id === pictureId);
  const row = rows[at];
  if (!row) throw pictureNotFound();
  const [before, after] = [rows[at - 1]?.id ?? null, rows[at + 1]?.id ?? null];
  return { ...row, place: at + 1, count: rows.length, before, after };
}
