import { and, eq } from "drizzle-orm";
import { pushDevices } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import type { PushMessage } from "./device";
import { subscriptionOf } from "./subscription.server";

/** One notification of one device, as the outbox keeps it. */
export interface PushDelivery {
  userId: string;
  deviceId: string;
  message: PushMessage;
}

/**
 * Hands a notification to the push service of a device. One that was stopped meanwhile is not notified; one that the service knows no
 * more ends.
 * @throws Error for what another try may mend
 */
export async function deliverPush(ctx: Ctx, { userId, deviceId, message }: PushDelivery): Promise<void> {
  const one = and(eq(pushDevices.userId, userId), eq(pushDevices.id, deviceId));
  const [device] = await ctx.db.select({ subscription: pushDevices.subscription }).from(pushDevices).where(one);
  if (!device) return;
  const outcome = await ctx.providers.push.send(await subscriptionOf(ctx, userId, device.subscription), message);
  if (outcome === "gone") await ctx.db.delete(pushDevices).where(one);
  else await ctx.db.update(pushDevices).set({ lastSentAt: ctx.now.toISOString() }).where(one);
}
