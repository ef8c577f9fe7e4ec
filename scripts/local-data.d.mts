import type { Miniflare } from "miniflare";

export function prepareLocalData(
  worker: Miniflare,
  options?: { zipCodes?: string; origin?: string; pastYear?: boolean },
): Promise<{ demoUsers: readonly { email: string; what: string }[]; demoPassword: string }>;
