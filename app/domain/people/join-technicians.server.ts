import { and, eq, isNull, sql } from "drizzle-orm";
import { technicians } from "#drizzle/schema/people";
import type { Ctx } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";

interface Joining {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** Makes a member a technician of the business. One set up before keeps the row and everything that refers to it. */
export function joinTechnicians(ctx: Ctx, orgId: string, person: Joining): Write {
  const { userId, email, firstName, lastName } = person;
  return ctx.db
    .insert(technicians)
    .values({
      orgId,
      id: ctx.newId(),
      userId,
      email,
      firstName,
      lastName,
      status: "active",
      createdAt: ctx.now.toISOString(),
    })
    .onConflictDoUpdate({
      target: [technicians.orgId, technicians.email],
      set: {
        userId,
        status: sql`CASE ${technicians.status} WHEN 'pending_setup' THEN 'active' ELSE ${technicians.status} END`,
        version: sql`${technicians.version} + 1`,
      },
      setWhere: isNull(technicians.userId),
    });
}

/** One who was expected and is not coming leaves the lists, unless jobs are booked: those are somebody's to give away first. */
export function dropExpectedTechnician(ctx: Ctx, orgId: string, email: string): Write {
  const booked = sql`EXISTS (SELECT 1 FROM appointment_technicians c WHERE c.org_id = ${orgId} AND c.technician_id = ${technicians.id} AND c.blocks_calendar = 1)`;
  return ctx.db
    .update(technicians)
    .set({ status: "inactive", version: sql`${technicians.version} + 1` })
    .where(
      and(
        eq(technicians.orgId, orgId),
        eq(technicians.email, email),
        eq(technicians.status, "pending_setup"),
        isNull(technicians.userId),
        sql`NOT ${booked}`,
      ),
    );
}
