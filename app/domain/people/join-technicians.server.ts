import { isNull, sql } from "drizzle-orm";
import { technicians } from "#drizzle/schema/people";
import type { Ctx } from "../context";
import type { Write } from "../write.server";

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
