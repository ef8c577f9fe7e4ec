import type { Miniflare } from "miniflare";

export function prepareLocalData(
  worker: Miniflare,
  zipCodes?: string,
): Promise<{ demoUsers: readonly { email: string; what: string }[]; demoPassword: string }>;

export function linkBanks(worker: Miniflare): Promise<void>;
