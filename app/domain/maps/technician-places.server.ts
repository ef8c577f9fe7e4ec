import { and, eq, gt, ne, sql } from "drizzle-orm";
import { named, namedOrNull } from "#drizzle/d1/columns";
import { acrossTenants } from "#drizzle/d1/guard";
import { technicianPlaceConsents, technicianPlaces } from "#drizzle/schema/maps";
import { technicians } from "#drizzle/schema/technicians";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { HOUR_MS, HOUR_SECONDS } from "~/domain/shared/time/dates";
import { once } from "~/domain/shared/write.server";
import { assembleCrew, crewStatements } from "~/domain/technicians/crew.server";
import { workingTime } from "~/domain/technicians/shifts";
import type { DevicePlace } from "./schema";

/** How long a location is shown, and only during the shift in which it was reported. */
const PLACE_TTL_MS = HOUR_MS;

const REPORTS: Limit = {
  name: "places",
  what: "reports of a place",
  perPerson: 120,
  perBusiness: 6000,
  seconds: HOUR_SECONDS,
};

/** @throws DomainError forbidden if the member is not a technician */
function allowTechnician(ctx: Ctx): Member & { technicianId: string } {
  const me = allow(ctx, "work_orders.read");
  if (me.technicianId === null) throw new DomainError("forbidden", "Only technicians can share their location.");
  return { ...me, technicianId: me.technicianId };
}

const isOwn = ({ orgId, technicianId }: Member & { technicianId: string }) =>
  and(eq(technicianPlaceConsents.orgId, orgId), eq(technicianPlaceConsents.technicianId, technicianId));

/** The technician's own consent, if any: a statement for a batch. */
export function ownConsent(ctx: Ctx, me: Member) {
  return ctx.db
    .select({ givenAt: technicianPlaceConsents.givenAt })
    .from(technicianPlaceConsents)
    .where(isOwn({ ...me, technicianId: me.technicianId ?? "" }));
}

/** Whether the technician shares their location; false for everyone else. */
export async function placeSharing(ctx: Ctx): Promise<{ isTechnician: boolean; shares: boolean }> {
  const me = ctx.actor.kind === "person" ? ctx.actor.person.member : null;
  if (!me || me.technicianId === null) return { isTechnician: false, shares: false };
  const [row] = await ownConsent(ctx, me);
  return { isTechnician: true, shares: row !== undefined };
}

/** Starts or stops sharing one's location with the office during work; stopping deletes the stored location at once. */
export async function setPlaceSharing(ctx: Ctx, shares: boolean): Promise<{ shares: boolean }> {
  const me = allowTechnician(ctx);
  return once(ctx, "setPlaceSharing", { shares }, async (commit) => {
    const { orgId, technicianId } = me;
    return commit(me, {
      writes: [
        shares
          ? ctx.db
              .insert(technicianPlaceConsents)
              .values({ orgId, technicianId, givenAt: ctx.now.toISOString() })
              .onConflictDoNothing()
          : ctx.db.delete(technicianPlaceConsents).where(isOwn(me)),
      ],
      audit: [
        { action: shares ? "place_sharing.start" : "place_sharing.end", entity: "technician", entityId: technicianId },
      ],
      result: { shares },
    });
  });
}

/**
 * Stores the device's location, replacing the previous one. Outside working hours, on time off and without consent nothing is
 * stored, as the result tells.
 * @throws DomainError forbidden if the member is not a technician
 */
export async function reportPlace(
  ctx: Ctx,
  { latitude, longitude, accuracy }: DevicePlace,
): Promise<{ stored: boolean; reason: "not_shared" | "not_at_work" | null }> {
  const me = allowTechnician(ctx);
  await limitUse(ctx, REPORTS);
  const now = ctx.now.getTime();
  const period = { start: now, end: now + PLACE_TTL_MS };
  const [[consent], people, skills, certifications, homes, timeOff, holidays] = await ctx.db.batch([
    ctx.db.select({ at: technicianPlaceConsents.givenAt }).from(technicianPlaceConsents).where(isOwn(me)),
    ...crewStatements(ctx, me, { period, technicianId: me.technicianId }),
  ]);
  if (!consent) return { stored: false, reason: "not_shared" };
  const [self] = assembleCrew([people, skills, certifications, homes, timeOff, holidays], me.timeZone);
  const isActive = self && self.status !== "on_leave" && self.status !== "inactive";
  const shift = isActive ? workingTime(period, self).find(({ start, end }) => start <= now && end > now) : undefined;
  if (!shift) return { stored: false, reason: "not_at_work" };
  const place = {
    ...{ latitude, longitude, accuracyM: Math.round(accuracy), at: ctx.now.toISOString() },
    shownUntil: new Date(shift.end).toISOString(),
  };
  try {
    await ctx.db
      .insert(technicianPlaces)
      .values({ orgId: me.orgId, technicianId: me.technicianId, ...place })
      .onConflictDoUpdate({ target: [technicianPlaces.orgId, technicianPlaces.technicianId], set: place });
  } catch (error) {
    // Consent ended since it was read.
    if (failedOn(error, "place_without_consent")) return { stored: false, reason: "not_shared" };
    throw error;
  }
  return { stored: true, reason: null };
}

/**
 * Technicians who share their location, with the last one if it may be shown; `onlyOwn`: only the member themself. A statement
 * for a batch.
 */
export function latestPlaces(ctx: Ctx, me: Member, { onlyOwn }: { onlyOwn: boolean }) {
  const isOfConsent = and(
    eq(technicianPlaces.orgId, me.orgId),
    eq(technicianPlaces.technicianId, technicianPlaceConsents.technicianId),
    gt(technicianPlaces.shownUntil, ctx.now.toISOString()),
  );
  return ctx.db
    .select({
      technicianId: named(technicianPlaceConsents.technicianId, "placed_id"),
      firstName: named(technicians.firstName, "placed_first_name"),
      lastName: named(technicians.lastName, "placed_last_name"),
      latitude: namedOrNull(technicianPlaces.latitude, "placed_latitude"),
      longitude: namedOrNull(technicianPlaces.longitude, "placed_longitude"),
      accuracyM: namedOrNull(technicianPlaces.accuracyM, "placed_accuracy"),
      at: namedOrNull(technicianPlaces.at, "placed_at"),
    })
    .from(technicianPlaceConsents)
    .innerJoin(
      technicians,
      and(eq(technicians.orgId, me.orgId), eq(technicians.id, technicianPlaceConsents.technicianId)),
    )
    .leftJoin(technicianPlaces, isOfConsent)
    .where(
      and(
        eq(technicianPlaceConsents.orgId, me.orgId),
        ne(technicians.status, "inactive"),
        onlyOwn ? eq(technicianPlaceConsents.technicianId, me.technicianId ?? "") : undefined,
      ),
    )
    .orderBy(technicians.firstName, technicians.lastName)
    .limit(200);
}

/** Deletes locations that are no longer shown. */
export async function purgePlaces(ctx: Ctx): Promise<void> {
  const now = ctx.now.toISOString();
  await ctx.db.run(
    sql`DELETE ${sql.raw(acrossTenants)} FROM technician_places WHERE shown_until <= ${now} AND ${isOnThisShard(sql`org_id`)}`,
  );
}
