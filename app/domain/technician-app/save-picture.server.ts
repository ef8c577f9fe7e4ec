import { type SQL, sql } from "drizzle-orm";
import { maySee } from "~/domain/messages/access.server";
import { readIncomingPicture } from "~/domain/messages/incoming-pictures.server";
import type { Ctx } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import { allow, can } from "~/domain/shared/permissions";
import { addSitePhoto } from "~/domain/sites/photos.server";
import { addPhoto } from "./photos.server";
import type { SavePicture } from "./schema";

/** Choices of each kind. */
const OFFERED = 20;

/**
 * Returns the jobs and properties of a conversation's customer its pictures can be saved to, as choices; empty if the
 * reader may not see the conversation.
 */
export async function saveTargets(ctx: Ctx, threadId: string): Promise<{ value: string; label: string }[]> {
  const me = allow(ctx, "work_orders.read");
  const of = (column: SQL) =>
    sql`(SELECT ${column} FROM threads t WHERE t.org_id = ${me.orgId} AND t.id = ${threadId} AND ${maySee(me)})`;
  const workOrderId = of(sql`t.work_order_id`);
  const customer = sql`coalesce(${of(sql`t.customer_id`)}, (SELECT j.customer_id FROM work_orders j WHERE j.org_id = ${me.orgId} AND j.id = ${workOrderId}))`;
  // Technicians can only save it to the conversation's job.
  const workOrderOf = can(me, "work_orders.write")
    ? sql`work_orders w INDEXED BY work_orders_customer WHERE w.org_id = ${me.orgId} AND w.customer_id = ${customer}`
    : sql`work_orders w WHERE w.org_id = ${me.orgId} AND w.id = ${workOrderId}`;
  const [jobs, properties] = await ctx.db.batch([
    ctx.db.all<{ number: number; title: string }>(sql`
      SELECT w.number, w.title FROM ${workOrderOf}
      ORDER BY w.number DESC LIMIT ${OFFERED}`),
    ctx.db.all<{ number: number; line1: string; city: string | null }>(sql`
      SELECT s.number, a.line1, a.city FROM addresses a INDEXED BY addresses_customer CROSS JOIN sites s ON s.org_id = ${me.orgId} AND s.address_id = a.id
      WHERE ${can(me, "customers.write") ? 1 : 0} = 1 AND a.org_id = ${me.orgId} AND a.customer_id = ${customer} LIMIT ${OFFERED}`),
  ]);
  return [
    ...jobs.map(({ number, title }) => ({
      value: `job:${number}`,
      label: `WO-${String(number).padStart(3, "0")} ${title}`,
    })),
    ...properties.map(({ number, line1, city }) => ({
      value: `property:${number}`,
      label: [line1, city].filter(Boolean).join(", "),
    })),
  ];
}

/**
 * Copies a picture sent by a customer to a work order or a property, where it stays when the conversation is deleted.
 * @throws DomainError not_found; forbidden; invalid; too_large if the storage is full
 */
export async function savePicture(
  ctx: Ctx,
  { threadId, pictureId }: { threadId: string; pictureId: string },
  { saveTo }: SavePicture,
): Promise<{ id: string }> {
  const file = await readIncomingPicture(ctx, threadId, pictureId);
  const photo = await new Response(file.body).blob();
  const [kind = "", ref = ""] = saveTo.split(":");
  if (kind === "property") return addSitePhoto(ctx, ref, { photo, caption: "Sent by the customer" });
  if (kind === "job") return addPhoto(ctx, ref, { photo, taskId: null, takenAt: null, clockOffsetMs: 0 });
  throw invalidField("saveTo", "Choose where to save it");
}
