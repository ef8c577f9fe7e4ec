import { DAY_MS, HOUR_MS } from "~/domain/shared/time/dates";
import type { SeedBusiness } from "./business";
import { insertRows } from "./insert";

/**
 * Typical first API keys: the website's booking form, and a report that has not run for a long time. No one has the keys
 * themselves.
 */
export async function seedApiKeys(db: D1Database, { orgId, now, random }: SeedBusiness, userId: string) {
  const at = (ms: number) => new Date(now.getTime() + ms).toISOString();
  const keys = [
    {
      name: "Website booking form",
      permissions: ["customers.write", "work_orders.write"],
      ...{ made: -120 * DAY_MS, end: null, used: -2 * HOUR_MS },
    },
    {
      name: "Monthly report",
      permissions: ["work_orders.read", "invoices.read", "inventory.read"],
      ...{ made: -100 * DAY_MS, end: -10 * DAY_MS, used: -40 * DAY_MS },
    },
  ];
  for (const { name, permissions, made, end, used } of keys) {
    const id = random.id(now.getTime() + made);
    await insertRows(db, "api_keys", [
      {
        ...{ org_id: orgId, id, name, permissions: JSON.stringify(permissions) },
        ...{ token_hash: `demo:${id}`, token_end: id.slice(-4) },
        ...{
          created_by: userId,
          created_at: at(made),
          expires_at: end === null ? null : at(end),
          last_used_at: at(used),
        },
      },
    ]);
    await insertRows(db, "tenant_members", [
      { org_id: orgId, user_id: id, first_name: name, last_name: "(API key)", revision: 1, kind: "api_key" },
    ]);
  }
}
