import { and, eq, isNull, sql } from "drizzle-orm";
import { technicians } from "#drizzle/schema/technicians";
import type { Ctx } from "~/domain/shared/context";
import type { Write } from "~/domain/shared/write.server";
import type { ExpectedTechnician } from "./technician";

interface Joining {
  userId: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** Makes a member a technician of the business. An existing record keeps its row and everything that refers to it. */
export function joinTechnicians(ctx: Ctx, orgId: string, person: Joining): Write {
  return ctx.db
    .insert(technicians)
    .values({ orgId, id: ctx.newId(), ...person, status: "active", createdAt: ctx.now.toISOString() })
    .onConflictDoUpdate({
      target: [technicians.orgId, technicians.email],
      set: {
        userId: person.userId,
        status: sql`CASE ${technicians.status} WHEN 'pending_setup' THEN 'active' ELSE ${technicians.status} END`,
        version: sql`${technicians.version} + 1`,
      },
      setWhere: isNull(technicians.userId),
    });
}

/** Adds an invited technician. An existing record keeps its data; an inactive technician is reactivated. */
export function expectTechnician(ctx: Ctx, orgId: string, technician: ExpectedTechnician & { email: string }): Write {
  const { email, firstName, lastName, ...facts } = technician;
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null));
  return ctx.db
    .insert(technicians)
    .values({
      orgId,
      id: ctx.newId(),
      email,
      firstName,
      lastName,
      ...facts,
      status: "pending_setup",
      createdAt: ctx.now.toISOString(),
    })
    .onConflictDoUpdate({
      target: [technicians.orgId, technicians.email],
      set: {
        ...given,
        status: sql`CASE ${technicians.status} WHEN 'inactive' THEN 'pending_setup' ELSE ${technicians.status} END`,
        version: sql`${technicians.version} + 1`,
      },
      setWhere: and(eq(technicians.orgId, orgId), isNull(technicians.userId)),
    });
}

/** Deactivates an invited technician whose invitation was canceled, unless jobs are booked, which must be reassigned first. */
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
