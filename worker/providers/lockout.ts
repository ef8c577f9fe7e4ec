import type { Env } from "#worker/env";
import type { Lockout } from "~/domain/providers";

/** One Durable Object per account, named by the hash of its email. */
export function lockout(env: Env): Lockout {
  const of = (account: string) => env.LOCKOUT.get(env.LOCKOUT.idFromName(account));
  return {
    begin: async (account, device) => of(account).begin(device),
    takeBack: async (account, device, closedUntil) => of(account).takeBack(device, closedUntil),
    succeeded: async (account, device) => of(account).succeeded(device),
    lift: async (account) => of(account).lift(),
  };
}
