import { eq, sql } from "drizzle-orm";
import { users } from "#drizzle/schema/identity";
import type { Names, OwnGaugeUnits, OwnTimeZone } from "~/domain/auth/schema";
import type { Ctx } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";
import { type AuditEntry, onceInIdentity } from "~/domain/shared/write.server";
import { copyMessage, copyNow, type TenantCopy } from "./copy-to-tenants.server";

/** Changes the caller's own name. */
export async function renameSelf(ctx: Ctx, names: Names): Promise<Names> {
  const { userId, firstName, lastName, member } = allowPerson(ctx);
  const copy: TenantCopy | null = member && { kind: "member", orgId: member.orgId, userId };
  const renamed: AuditEntry = {
    action: "renamed",
    entity: "member",
    entityId: userId,
    before: { firstName, lastName },
    after: names,
  };
  const result = await onceInIdentity(ctx, "renameSelf", names, (commit) =>
    commit(member, {
      writes: [
        ctx.db
          .update(users)
          .set({ ...names, version: sql`${users.version} + 1` })
          .where(eq(users.id, userId)),
      ],
      audit: member ? [renamed] : [],
      publish: copy ? [copyMessage(copy)] : [],
      result: names,
    }),
  );
  if (copy) await copyNow(ctx, copy);
  return result;
}

/** Sets the time zone of the caller's household: for today, months and lateness. */
export function setOwnTimeZone(ctx: Ctx, { timeZone }: OwnTimeZone): Promise<OwnTimeZone> {
  const { userId, member } = allowPerson(ctx);
  return onceInIdentity(ctx, "setOwnTimeZone", { timeZone }, (commit) =>
    commit(member, {
      writes: [
        ctx.db
          .update(users)
          .set({ timeZone, version: sql`${users.version} + 1` })
          .where(eq(users.id, userId)),
      ],
      result: { timeZone },
    }),
  );
}

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
