import { eq, sql } from "drizzle-orm";
import { users } from "#drizzle/schema/identity";
import type { OwnGaugeUnits } from "~/domain/auth/schema";
import type { Ctx } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";
import { onceInIdentity } from "~/domain/shared/write.server";

/** Sets the units in which the caller's readings are entered and shown. Storage remains in psi, °F and pounds. */
export function setOwnGaugeUnits(ctx: Ctx, units: OwnGaugeUnits): Promise<OwnGaugeUnits> {
  const { userId, member } = allowPerson(ctx);
  const { pressure: pressureUnit, temperature: temperatureUnit, weight: weightUnit } = units;
  return onceInIdentity(ctx, "setOwnGaugeUnits", units, (commit) =>
    commit(member, {
      writes: [
        ctx.db
          .update(users)
          .set({ pressureUnit, temperatureUnit, weightUnit, version: sql`${users.version} + 1` })
          .where(eq(users.id, userId)),
      ],
      result: units,
    }),
  );
}
