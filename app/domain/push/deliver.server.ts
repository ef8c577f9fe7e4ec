import { and, eq } from "drizzle-orm";
import { pushDevices } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import type { IdentityMessage } from "~/domain/shared/outbox.server";
import type { PushMessage } from "./device";
import { subscriptionOf } from "./subscription.server";

/** One notification for one device, as stored in the outbox. */
interface PushDelivery {
  userId: string;
  deviceId: string;
  message: PushMessage;
}

export const pushMessage = (delivery: PushDelivery): IdentityMessage => ({
  topic: "push",
  owner: { userId: delivery.userId },
  payload: delivery,
});

/**
 * Sends a notification to a device's push service. A device removed in the meantime is skipped; one the service no longer knows
 * is deleted.
 * @throws Error for failures that a retry may resolve
 */
export async function deliverPush(ctx: Ctx, { userId, deviceId, message }: PushDelivery): Promise<void> {
  const one = and(eq(pushDevices.userId, userId), eq(pushDevices.id, deviceId));
  const [device] = await ctx.db.select({ subscription: pushDevices.subscription }).from(pushDevices).where(one);
  if (!device) return;
  const outcome = await ctx.providers.push.send(await subscriptionOf(ctx, userId, device.subscription), message);
  if (outcome === "gone") await ctx.db.delete(pushDevices).where(one);
  else await ctx.db.update(pushDevices).set({ lastSentAt: ctx.now.toISOString() }).where(one);
}
