import type { D1Database } from "@cloudflare/workers-types";

export function prepareLocalData(
  db: D1Database,
): Promise<{ demoUsers: readonly { email: string; what: string }[]; demoPassword: string }>;
