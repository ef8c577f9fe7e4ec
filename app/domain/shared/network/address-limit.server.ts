import type { Ctx } from "~/domain/shared/context";
import { addressKey } from "./network";

/**
 * Whether the caller's address may make one more request of this kind, counted approximately. All hosts of an IPv6 network count
 * as one: whoever has one can send each request from another host.
 */
export function checkAddressLimit(ctx: Ctx, what: string): Promise<boolean> {
  return ctx.providers.rateLimits.check(`${what}:${addressKey(ctx.request.ip)}`);
}
