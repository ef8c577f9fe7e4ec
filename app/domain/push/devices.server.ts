import { and, asc, eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { pushDevices } from "#drizzle/schema/identity";
import { deviceName } from "~/domain/auth/device";
import { ownSession } from "~/domain/auth/session.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allowPerson } from "~/domain/shared/permissions";
import { sha256 } from "~/domain/shared/secrets/tokens.server";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertRowChanged, commitIdentity } from "~/domain/shared/write.server";
import { MAX_PUSH_DEVICES } from "./device";
import type { NewPushDevice } from "./schema";
import { encryptedSubscription } from "./subscription.server";

const DEVICES: Limit = { name: "push_devices", what: "devices", perPerson: 60, seconds: HOUR_SECONDS };

/**
 * The user's own devices with notifications, oldest first, and the public key for browsers to subscribe with; null if
 * notifications are not set up.
 */
export async function ownPushDevices(ctx: Ctx) {
  const { userId } = allowPerson(ctx);
  const current = ownSession(ctx);
  const [rows, publicKey] = await Promise.all([
    ctx.db
      .select({
        id: pushDevices.id,
        name: pushDevices.name,
        sessionId: pushDevices.sessionId,
        createdAt: pushDevices.createdAt,
        lastSentAt: pushDevices.lastSentAt,
      })
      .from(pushDevices)
      .where(eq(pushDevices.userId, userId))
      .orderBy(asc(pushDevices.id)),
    ctx.providers.push.publicKey(),
  ]);
  return { publicKey, devices: rows.map(({ sessionId, ...row }) => ({ ...row, isThis: sessionId === current })) };
}

export type OwnPushDevice = Awaited<ReturnType<typeof ownPushDevices>>["devices"][number];

/**
 * Turns on notifications in this browser until the session ends. A browser is one device: a previous user no longer gets
 * notifications there.
 * @throws DomainError conflict if notifications are not set up, or beyond the maximum per person; too_many_requests
 */
export async function addPushDevice(ctx: Ctx, input: NewPushDevice): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  const sessionId = ownSession(ctx);
  if (ctx.providers.push.kind === "off")
    throw new DomainError("conflict", "Notifications are not set up on this installation.");
  await limitUse(ctx, DEVICES);
  const id = ctx.newId();
  const endpointHash = await sha256(input.endpoint);
  await commitIdentity(ctx, null, {
    writes: [
      ctx.db.run(sql`DELETE ${sql.raw(acrossTenants)} FROM push_devices WHERE endpoint_hash = ${endpointHash}`),
      ctx.db.insert(pushDevices).values({
        ...{ userId, id, sessionId, endpointHash, name: deviceName(ctx.request.userAgent) },
        ...{ subscription: await encryptedSubscription(ctx, userId, input), createdAt: ctx.now.toISOString() },
      }),
    ],
    result: undefined,
    refusals: {
      too_many_push_devices: () =>
        new DomainError("conflict", `You can be notified on at most ${MAX_PUSH_DEVICES} devices. Remove one first.`),
    },
  });
  return { id };
}

/** Turns off notifications on one of the user's own devices. @throws DomainError not_found, also for another person's */
export async function removePushDevice(ctx: Ctx, id: string): Promise<void> {
  const { userId } = allowPerson(ctx);
  await commitIdentity(ctx, null, {
    writes: [
      ctx.db.delete(pushDevices).where(and(eq(pushDevices.userId, userId), eq(pushDevices.id, id))),
      assertRowChanged(ctx, "push_device_gone"),
    ],
    result: undefined,
    refusals: { push_device_gone: () => notFound("Device not found") },
  });
}

/** Ids of a user's devices, for use cases that notify them. */
export function devicesOf(ctx: Ctx, userId: string) {
  return ctx.db.all<{ id: string }>(sql`
    SELECT d.id FROM push_devices d WHERE d.user_id = ${userId} LIMIT ${MAX_PUSH_DEVICES}`);
}
