import { technicians } from "#drizzle/schema/technicians";
import type { Ctx } from "~/domain/shared/context";
import { withErrorMessage } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { once } from "~/domain/shared/write.server";
import { listWrites, mergedWeek, refusals } from "./profile-writes.server";
import { DEFAULT_AVAILABILITY } from "./rules";
import type { NewTechnician } from "./schema";

/**
 * Sets up a technician who has no account yet; accepting an invitation to the same address gives one.
 * @throws DomainError conflict when the address is another technician's; invalid with the fields
 */
export async function createTechnician(ctx: Ctx, input: NewTechnician): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return withErrorMessage("Unable to create technician", () =>
    once(ctx, "createTechnician", input, async (commit) => {
      const id = ctx.newId();
      const { skills, certifications, addresses, emergencyContact, hourlyRate, availability, ...columns } = input;
      const row = {
        ...columns,
        status: input.status ?? "pending_setup",
        hourlyRateMinor: hourlyRate,
        emergencyContactName: emergencyContact?.name,
        emergencyContactPhone: emergencyContact?.phone,
        availability: availability && mergedWeek(DEFAULT_AVAILABILITY, availability),
        createdAt: ctx.now.toISOString(),
      };
      return commit(me, {
        writes: [
          ctx.db.insert(technicians).values({ orgId: me.orgId, id, ...row }),
          ...listWrites(ctx, me, id, { skills, certifications, addresses }),
        ],
        audit: [{ action: "technician.create", entity: "technician", entityId: id, after: input }],
        result: { id },
        refusals,
      });
    }),
  );
}
