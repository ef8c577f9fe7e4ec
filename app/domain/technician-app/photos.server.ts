import { and, eq, isNull, sql } from "drizzle-orm";
import { workOrderPhotos } from "#drizzle/schema/work-order-photos";
import { workOrderTasks } from "#drizzle/schema/work-orders";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { imageType } from "~/domain/shared/image-type";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { boardEvent } from "~/domain/work-orders/change-status.server";
import { allowCrewOrOffice, allowOnWorkOrder, idOfWorkOrder, readCrew } from "~/domain/work-orders/load.server";
import { nextVersion } from "~/domain/work-orders/tasks.server";
import { MAX_PHOTO_BYTES, PHOTO_TOO_LARGE } from "./day";

interface Photo {
  photo: Blob;
  taskId: string | null;
  takenAt: string | null;
}

const noPhoto = () => notFound("Photo not found");

/**
 * Keeps a JPEG, PNG or WebP of at most 8 MB with its work order, recognized by its first bytes, and settles the task that
 * requested it. @throws DomainError too_large; invalid; not_found; forbidden for who is neither office nor on the job
 */
export async function addPhoto(ctx: Ctx, ref: string, { photo, taskId, takenAt }: Photo): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  const refused = (code: "too_large" | "invalid", text: string) =>
    new DomainError(code, text, { fields: { photo: [text] } });
  if (photo.size > MAX_PHOTO_BYTES) throw refused("too_large", PHOTO_TOO_LARGE);
  const bytes = await photo.arrayBuffer();
  const contentType = imageType(new Uint8Array(bytes, 0, Math.min(16, bytes.byteLength)));
  if (!contentType) throw refused("invalid", "Please choose a JPEG, PNG or WebP picture");
  return once(
    ctx,
    { useCase: "addPhoto", retention: "forever" },
    { ref, taskId, takenAt, size: photo.size },
    async (commit) => {
      const { id: workOrderId, crew } = await readCrew(ctx, me, ref);
      allowOnWorkOrder(ctx, { crew });
      const id = ctx.newId();
      const now = ctx.now.toISOString();
      const fileKey = `photos/${me.orgId}/${workOrderId}/${id}`;
      // The file first: a row never names a file that is not there.
      await ctx.providers.files.put(fileKey, bytes, contentType);
      return commit(me, {
        writes: [
          ctx.db.insert(workOrderPhotos).values({
            ...{ orgId: me.orgId, workOrderId, id, taskId, fileKey, contentType, bytes: photo.size },
            ...{ userId: me.userId, takenAt: takenAt ?? now, recordedAt: now },
          }),
          ctx.db
            .update(workOrderTasks)
            .set({
              doneAt: now,
              doneBy: me.userId,
              outcome: "pass",
              result: { kind: "photo", photoIds: [id] },
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
      });
    },
  );
}

/** The picture itself, for members of its business. @throws DomainError not_found; forbidden */
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
