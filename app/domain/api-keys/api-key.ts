import { type Permission, permissions } from "~/domain/shared/permissions";

/** In front of every key, so that people and scanners of leaked secrets know what it is. */
const PREFIX = "plenum_";

export const isApiKey = (token: string): boolean => token.startsWith(PREFIX);

export const apiKeyOf = (random: string): string => PREFIX + random;

/** What a key may be given: everything but settings and integrations, whose changes want a person. */
export const API_KEY_PERMISSIONS: readonly Permission[] = permissions.filter((each) => each !== "system.admin");

/** The most that a business has at a time; the database holds it too. */
export const MOST_API_KEYS = 50;

export const API_KEY_LIFETIMES = ["30_days", "90_days", "1_year", "never"] as const;
export type ApiKeyLifetime = (typeof API_KEY_LIFETIMES)[number];

export const lifetimeLabels: Record<ApiKeyLifetime, string> = {
  "30_days": "After 30 days",
  "90_days": "After 90 days",
  "1_year": "After a year",
  never: "Never",
};

const daysOf: Record<Exclude<ApiKeyLifetime, "never">, number> = { "30_days": 30, "90_days": 90, "1_year": 365 };
const DAY_MS = 24 * 60 * 60 * 1000;

/** The instant from which a key made now is refused; null for never. */
export function apiKeyEnd(now: Date, lifetime: ApiKeyLifetime): string | null {
  return lifetime === "never" ? null : new Date(now.getTime() + daysOf[lifetime] * DAY_MS).toISOString();
}

/**
 * Each area with the most that a list of permissions allows in it: 'Customers: write, Equipment: read'. `manage` includes
 * `write`, which includes `read`.
 */
export function permissionsText(list: readonly string[]): string {
  const most = new Map<string, string>();
  // In the order of the areas and levels, the higher level last.
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
