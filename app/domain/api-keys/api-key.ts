import { type Permission, permissions } from "~/domain/shared/permissions";
import { DAY_MS } from "~/domain/shared/time/dates";

/** The prefix of every key, so that people and secret scanners recognize it. */
const PREFIX = "plenum_";

export const isApiKey = (token: string): boolean => token.startsWith(PREFIX);

export const apiKeyOf = (random: string): string => PREFIX + random;

/** The permissions a key can have: all except settings and integrations, which require a person. */
export const API_KEY_PERMISSIONS: readonly Permission[] = permissions.filter((each) => each !== "system.admin");

/** The maximum number of keys per business, also enforced by the database. */
export const MAX_API_KEYS = 50;

export const API_KEY_LIFETIMES = ["30_days", "90_days", "1_year", "never"] as const;
type ApiKeyLifetime = (typeof API_KEY_LIFETIMES)[number];

export const lifetimeLabels: Record<ApiKeyLifetime, string> = {
  "30_days": "After 30 days",
  "90_days": "After 90 days",
  "1_year": "After a year",
  never: "Never",
};

const daysOf: Record<Exclude<ApiKeyLifetime, "never">, number> = { "30_days": 30, "90_days": 90, "1_year": 365 };

/** The instant at which a key created now expires; null for never. */
export function apiKeyEnd(now: Date, lifetime: ApiKeyLifetime): string | null {
  return lifetime === "never" ? null : new Date(now.getTime() + daysOf[lifetime] * DAY_MS).toISOString();
}

/**
 * Each area with its highest permission in a list: 'Customers: write, Equipment: read'. `manage` includes `write`, which includes
 * `read`.
 */
export function permissionsText(list: readonly string[]): string {
  const most = new Map<string, string>();
  // In the order of areas and levels, so that the highest level comes last.
  for (const permission of permissions.filter((each) => list.includes(each))) {
    const [area = "", level = ""] = permission.split(".");
    most.set(area, level);
  }
  return [...most].map(([area, level]) => `${sentence(area)}: ${level}`).join(", ");
}

function sentence(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
