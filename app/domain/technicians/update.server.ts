import { and, eq, sql } from "drizzle-orm";
import { technicians } from "#drizzle/schema/technicians";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, withErrorMessage } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { findTechnician, type TechnicianProfile } from "./detail.server";
import { keepPoints } from "./profile";
import { listWrites, mergedWeek, refusals } from "./profile-writes.server";
import type { TechnicianChange } from "./schema";

/**
 * Changes what is given; a list that is given replaces the stored one.
 * @throws DomainError not_found; invalid with the fields; conflict with `{ current }` for a stale version, for another
 *   technician's email, and for one made inactive while jobs are booked
 */
export async function updateTechnician(ctx: Ctx, id: string, input: TechnicianChange): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return withErrorMessage("Unable to update technician", () =>
    once(ctx, "updateTechnician", { id, input }, async (commit) => {
      const stored = await findTechnician(ctx, id);
      if (stored.version !== input.version) throw stale(stored);
      const { version, skills, certifications, addresses, emergencyContact, hourlyRate, availability, ...columns } =
        input;
      const contact = emergencyContact !== undefined && {
        emergencyContactName: emergencyContact?.name ?? null,
        emergencyContactPhone: emergencyContact?.phone ?? null,
      };
      const values = {
        ...columns,
        ...contact,
        ...(hourlyRate === undefined ? {} : { hourlyRateMinor: hourlyRate }),
        ...(availability === undefined ? {} : { availability: mergedWeek(stored.availability, availability) }),
        version: sql`${technicians.version} + 1`,
      };
      const which = and(eq(technicians.orgId, me.orgId), eq(technicians.id, id), eq(technicians.version, version));
      try {
        return await commit(me, {
          writes: [
            ctx.db.update(technicians).set(values).where(which),
            assertRowChanged(ctx, "stale"),
            ...listWrites(ctx, me, id, {
              skills,
              certifications,
              addresses: addresses && keepPoints(addresses, stored.addresses),
            }),
          ],
          audit: [{ action: "technician.update", entity: "technician", entityId: id, ...difference(stored, input) }],
          result: { id },
          refusals,
        });
      } catch (error) {
        const current = await findTechnician(ctx, id);
        throw current.version === version ? error : stale(current);
      }
    }),
  );
}

function stale(current: TechnicianProfile): DomainError {
  return new DomainError("conflict", "Someone else just changed this technician.", { details: { current } });
}

/** What differs, as the audit log keeps it. */
function difference(stored: TechnicianProfile, { version: _, hourlyRate, ...input }: TechnicianChange) {
  const given = { ...input, ...(hourlyRate === undefined ? {} : { hourlyRateMinor: hourlyRate }) };
  const names = Object.entries(given)
    .filter(([, value]) => value !== undefined)
    .filter(([name, value]) => JSON.stringify(Reflect.get(stored, name)) !== JSON.stringify(value))
    .map(([name]) => name);
  const pick = (from: object) => Object.fromEntries(names.map((name) => [name, Reflect.get(from, name)]));
  return { before: pick(stored), after: pick(given) };
}
