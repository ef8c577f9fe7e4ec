import { sql } from "drizzle-orm";

/**
 * `householdZone` of a row of `users` who need not be the caller: their own time zone, else that of their business; null without
 * either.
 */
export const personZone = sql<string | null>`coalesce(users.time_zone, (SELECT o.time_zone FROM members m
  JOIN organizations o ON o.id = m.org_id WHERE m.user_id = users.id AND m.status = 'active'))`.as("person_zone");
