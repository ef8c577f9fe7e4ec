import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { allowToRead } from "~/domain/technicians/detail.server";
import { idOfWorkOrder } from "~/domain/work-orders/load.server";

export interface VisitRating {
  stars: number;
  comment: string | null;
  ratedAt: string;
}

/** The customer's rating of a job; null if there is none. */
export async function ratingOfWorkOrder(ctx: Ctx, ref: string): Promise<VisitRating | null> {
  const me = allow(ctx, "work_orders.read");
  const [row] = await ctx.db.all<VisitRating>(sql`
    SELECT stars, comment, rated_at AS ratedAt FROM visit_ratings WHERE org_id = ${me.orgId} AND work_order_id = ${idOfWorkOrder(me, ref)}`);
  return row ?? null;
}

/** A technician's average uses this many of the newest ratings. */
const COUNTED = 200;

/** The number of ratings of a technician's work, and their average; each counts once. */
export async function ratingOfTechnician(
  ctx: Ctx,
  technicianId: string,
): Promise<{ count: number; mean: number | null }> {
  const me = allowToRead(ctx, technicianId);
  const [row] = await ctx.db.all<{ count: number; mean: number | null }>(sql`
    SELECT count(*) AS count, avg(stars) AS mean FROM (
      SELECT stars FROM visit_ratings INDEXED BY visit_ratings_technician
      WHERE org_id = ${me.orgId} AND technician_id = ${technicianId} ORDER BY rated_at DESC LIMIT ${COUNTED})`);
  return row ?? { count: 0, mean: null };
}
