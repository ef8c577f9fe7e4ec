import { and, desc, eq, isNull, lt, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { tenantMembers } from "#drizzle/schema/platform";
import { visitPhotos } from "#drizzle/schema/visits";
import { workOrderPhotos } from "#drizzle/schema/work-order-photos";
import { workOrders, workOrderTasks } from "#drizzle/schema/work-orders";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { refuseOverQuota } from "~/domain/shared/files/photo-storage.server";
import { hasTooManyPixels, readPicture, TOO_MANY_PIXELS } from "~/domain/shared/files/pictures";
import { type Limit, MAX_PHOTO_BYTES, NOT_A_PICTURE, PHOTO_TOO_LARGE } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { decodeCursor, type Page, page } from "~/domain/shared/paging.server";
import { allow } from "~/domain/shared/permissions";
import { sha256Of } from "~/domain/shared/secrets/tokens.server";
import { DAY_MS, HOUR_SECONDS } from "~/domain/shared/time/dates";
import { once } from "~/domain/shared/write.server";
import { archiveOf, readArchived } from "~/domain/work-orders/archive/detail.server";
import { boardEvent } from "~/domain/work-orders/board-event";
import { type DeviceTime, officeTime } from "~/domain/work-orders/device-clock";
import { allowEvidence } from "~/domain/work-orders/former-crew.server";
import {
  allowCrewOrOffice,
  allowOnWorkOrder,
  idOfWorkOrder,
  isWorkOrder,
  readCrew,
  workOrderNotFound,
} from "~/domain/work-orders/load.server";
import { nextVersion } from "~/domain/work-orders/tasks.server";

interface Photo extends Pick<DeviceTime, "clockOffsetMs"> {
  photo: Blob;
  taskId: string | null;
  /** By the device's clock. */
  takenAt: string | null;
}

/** A photo supposedly older than this means the device's clock is wrong. */
const MAX_WAIT_MS = 400 * DAY_MS;

const PHOTOS: Limit = { name: "photos", what: "photos", perPerson: 600, perBusiness: 6000, seconds: HOUR_SECONDS };

const noPhoto = () => notFound("Photo not found");

/**
 * Stores a JPEG, PNG or WebP of at most 8 MB and 50 megapixels with its work order, without location and other metadata, and
 * completes the task that requested it.
 * @throws DomainError too_large; invalid; not_found; forbidden for members neither in the office nor, when it was taken, on the
 *   job
 */
export async function addPhoto(
  ctx: Ctx,
  ref: string,
  { photo, taskId, takenAt, clockOffsetMs }: Photo,
): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  const refused = (code: "too_large" | "invalid", text: string) =>
    new DomainError(code, text, { fields: { photo: [text] } });
  if (photo.size > MAX_PHOTO_BYTES) throw refused("too_large", PHOTO_TOO_LARGE);
  await limitUse(ctx, PHOTOS);
  const sent = new Uint8Array(await photo.arrayBuffer());
  const picture = readPicture(sent);
  if (!picture) throw refused("invalid", NOT_A_PICTURE);
  if (hasTooManyPixels(picture)) throw refused("invalid", TOO_MANY_PIXELS);
  const contentType = picture.type;
  return once(
    ctx,
    { useCase: "addPhoto", retention: "forever" },
    { ref, taskId, takenAt, sha256: await sha256Of(sent) },
    async (commit) => {
      const { id: workOrderId, crew } = await readCrew(ctx, me, ref);
      const bounds = { now: ctx.now.getTime(), notBefore: ctx.now.getTime() - MAX_WAIT_MS };
      const taken = officeTime({ occurredAt: takenAt ?? undefined, clockOffsetMs }, bounds);
      await allowEvidence(ctx, me, { workOrderId, crew, at: new Date(taken.at).toISOString() });
      const id = ctx.newId();
      const now = ctx.now.toISOString();
      const fileKey = `photos/${me.orgId}/${workOrderId}/${id}`;
      await refuseOverQuota(ctx, me, { bytes: photo.size, field: "photo" });
      // Stores the file first, so that no row refers to a missing file.
      await ctx.providers.files.put(fileKey, picture.bytes.buffer, contentType);
      const change = {
        writes: [
          ctx.db.insert(workOrderPhotos).values({
            ...{ orgId: me.orgId, workOrderId, id, taskId, fileKey, contentType, bytes: picture.bytes.length },
            ...{ userId: me.userId, takenAt: new Date(taken.at).toISOString(), recordedAt: now },
          }),
          ctx.db
            .update(workOrderTasks)
            .set({
              doneAt: now,
              doneBy: me.userId,
              outcome: "pass" as const,
              result: { kind: "photo" as const, photoIds: [id] },
              version: nextVersion,
            })
            .where(
              and(
                eq(workOrderTasks.orgId, me.orgId),
                eq(workOrderTasks.workOrderId, workOrderId),
                eq(workOrderTasks.id, taskId ?? ""),
                eq(workOrderTasks.kind, "photo"),
                isNull(workOrderTasks.doneAt),
                sql`(SELECT w.status FROM work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${workOrderId}) NOT IN ('completed', 'closed', 'cancelled')`,
              ),
            ),
        ],
        audit: [
          {
            action: "work_order_photo.add",
            entity: "work_order",
            entityId: workOrderId,
            after: { id, taskId, contentType },
          },
        ],
        publish: [boardEvent(me, "changed", workOrderId)],
        result: { id },
      };
      try {
        return await commit(me, change);
      } catch (error) {
        await dropUnlessSaved(ctx, me, { workOrderId, id, fileKey });
        throw error;
      }
    },
  );
}

/** Deletes the file of a photo that was not recorded, because another request was faster or the database refused it. */
async function dropUnlessSaved(
  ctx: Ctx,
  me: Member,
  { workOrderId, id, fileKey }: { workOrderId: string; id: string; fileKey: string },
): Promise<void> {
  const [saved] = await ctx.db
    .select({ id: workOrderPhotos.id })
    .from(workOrderPhotos)
    .where(
      and(
        eq(workOrderPhotos.orgId, me.orgId),
        eq(workOrderPhotos.workOrderId, workOrderId),
        eq(workOrderPhotos.id, id),
      ),
    );
  if (!saved) await ctx.providers.files.delete(fileKey);
}

export type WorkOrderPhoto = Awaited<ReturnType<typeof photosOf>>[number];

interface PhotosQuery {
  ref: string;
  limit: number;
  /** The id after which the page begins. */
  after?: string;
}

/** Photos of a work order with their photographer and the task that requested them, newest first. */
function photosOf(ctx: Ctx, me: Member, { ref, limit, after }: PhotosQuery) {
  return ctx.db
    .select({
      id: named(workOrderPhotos.id, "photo_id"),
      taskId: workOrderPhotos.taskId,
      taskTitle: namedOrNull(workOrderTasks.title, "task_title"),
      contentType: workOrderPhotos.contentType,
      bytes: workOrderPhotos.bytes,
      customerVisible: sql<boolean>`EXISTS (SELECT 1 FROM visit_photos shown WHERE shown.org_id = ${me.orgId}
        AND shown.work_order_id = ${workOrderPhotos.workOrderId} AND shown.photo_id = ${workOrderPhotos.id})`
        .mapWith(Boolean)
        .as("customer_visible"),
      takenAt: workOrderPhotos.takenAt,
      recordedAt: workOrderPhotos.recordedAt,
      firstName: namedOrNull(tenantMembers.firstName, "by_first_name"),
      lastName: namedOrNull(tenantMembers.lastName, "by_last_name"),
    })
    .from(workOrderPhotos)
    .leftJoin(
      workOrderTasks,
      and(
        eq(workOrderTasks.orgId, me.orgId),
        eq(workOrderTasks.workOrderId, workOrderPhotos.workOrderId),
        eq(workOrderTasks.id, workOrderPhotos.taskId),
      ),
    )
    .leftJoin(tenantMembers, and(eq(tenantMembers.orgId, me.orgId), eq(tenantMembers.userId, workOrderPhotos.userId)))
    .where(
      and(
        eq(workOrderPhotos.orgId, me.orgId),
        eq(workOrderPhotos.workOrderId, idOfWorkOrder(me, ref)),
        after === undefined ? undefined : lt(workOrderPhotos.id, after),
      ),
    )
    .orderBy(desc(workOrderPhotos.id))
    .limit(limit);
}

/** A page of a work order's photos. @throws DomainError not_found; forbidden */
export async function listPhotos(
  ctx: Ctx,
  ref: string,
  query: { limit: number; cursor?: string },
): Promise<Page<WorkOrderPhoto>> {
  const me = allow(ctx, "work_orders.read");
  const after = decodeCursor(query.cursor, 1)?.[0];
  const [[found], photos, archive] = await ctx.db.batch([
    ctx.db.select({ id: workOrders.id }).from(workOrders).where(isWorkOrder(me, ref)),
    photosOf(ctx, me, { ref, limit: query.limit + 1, after: after === undefined ? undefined : String(after) }),
    archiveOf(ctx, me, ref),
  ]);
  if (!found) throw workOrderNotFound();
  const named = await withTaskTitles(ctx, me, { photos, archive });
  return page(named, query.limit, null, (photo) => [photo.id]);
}

/** Adds the titles of archived tasks. */
async function withTaskTitles(
  ctx: Ctx,
  me: Member,
  { photos, archive }: { photos: WorkOrderPhoto[]; archive: Awaited<ReturnType<typeof archiveOf>> },
): Promise<WorkOrderPhoto[]> {
  if (!photos.some(({ taskId, taskTitle }) => taskId !== null && taskTitle === null)) return photos;
  const archived = await readArchived(ctx, me, archive);
  const titles = new Map(archived?.tasks.map(({ id, title }) => [id, title]));
  return photos.map((photo) => ({ ...photo, taskTitle: photo.taskTitle ?? titles.get(photo.taskId ?? "") ?? null }));
}

/** Returns the picture, for members of its business. @throws DomainError not_found; forbidden */
export async function readPhoto(ctx: Ctx, ref: string, id: string) {
  const me = allow(ctx, "work_orders.read");
  const [row] = await ctx.db
    .select({ fileKey: workOrderPhotos.fileKey })
    .from(workOrderPhotos)
    .where(
      and(
        eq(workOrderPhotos.orgId, me.orgId),
        eq(workOrderPhotos.workOrderId, idOfWorkOrder(me, ref)),
        eq(workOrderPhotos.id, id),
      ),
    );
  const file = row && (await ctx.providers.files.get(row.fileKey));
  if (!file) throw noPhoto();
  return file;
}

/**
 * Shows or hides a photo on the customer's page.
 * @throws DomainError not_found; forbidden for members neither in the office nor on the job
 */
export async function showPhoto(
  ctx: Ctx,
  ref: string,
  { id, visible }: { id: string; visible: boolean },
): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  return once(ctx, "showPhoto", { ref, id, visible }, async (commit) => {
    const { id: workOrderId, crew } = await readCrew(ctx, me, ref);
    allowOnWorkOrder(ctx, { crew });
    const [photo] = await ctx.db
      .select({ id: workOrderPhotos.id })
      .from(workOrderPhotos)
      .where(
        and(
          eq(workOrderPhotos.orgId, me.orgId),
          eq(workOrderPhotos.workOrderId, workOrderId),
          eq(workOrderPhotos.id, id),
        ),
      );
    if (!photo) throw noPhoto();
    const shown = { orgId: me.orgId, workOrderId, photoId: id, shownAt: ctx.now.toISOString() };
    return commit(me, {
      writes: [
        visible
          ? ctx.db.insert(visitPhotos).values(shown).onConflictDoNothing()
          : ctx.db
              .delete(visitPhotos)
              .where(
                and(
                  eq(visitPhotos.orgId, me.orgId),
                  eq(visitPhotos.workOrderId, workOrderId),
                  eq(visitPhotos.photoId, id),
                ),
              ),
      ],
      audit: [
        { action: "work_order_photo.update", entity: "work_order", entityId: workOrderId, after: { id, visible } },
      ],
      publish: [boardEvent(me, "changed", workOrderId)],
      result: { id },
    });
  });
}
