import { eq, sql } from "drizzle-orm";
import { users } from "#drizzle/schema/identity";
import type { OwnTimeZone } from "~/domain/auth/schema";
import type { Ctx } from "~/domain/shared/context";
import { allowPerson } from "~/domain/shared/permissions";
import { onceInIdentity } from "~/domain/shared/write.server";

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
