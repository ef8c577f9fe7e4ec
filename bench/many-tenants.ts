import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Miniflare } from "miniflare";
import { seedWorkOrders } from "../drizzle/seed/bulk";
import { insertRows } from "../drizzle/seed/insert";
import { workerDatabase, workerDatabases } from "../scripts/worker-access.mjs";
import { Visitor } from "../tests/support/visitor";

/** A signed-in Admin for each of many businesses: the first is on the first shard, the second on the next, and so on. */
export async function manyTenants(
  worker: Miniflare,
  { url, count, shards, workOrders }: { url: URL; count: number; shards: readonly string[]; workOrders: number },
): Promise<Visitor[]> {
  const now = new Date();
  const [created, later] = [now.toISOString(), new Date(now.getTime() + 86_400_000).toISOString()];
  const tenants = Array.from({ length: count }, (_, n) => ({
    ...{ orgId: randomUUID(), userId: randomUUID(), technicianId: randomUUID() },
    ...{ token: randomBytes(32).toString("base64url"), shard: shards[n % shards.length] ?? "1", n },
  }));
  const { directory } = workerDatabases(worker);
  await insertRows(
    directory,
    "organizations",
    tenants.map(({ orgId, shard, n }) => ({
      ...{ id: orgId, name: `Heating ${n + 1}`, time_zone: "America/Chicago", shard, created_at: created },
    })),
  );
  await insertRows(
    directory,
    "users",
    tenants.map(({ userId, shard, n }) => ({
      ...{ id: userId, email: `admin-${n}@example.com`, first_name: "Kim", last_name: `Admin ${n}`, status: "active" },
      ...{ shard, created_at: created },
    })),
  );
  await insertRows(
    directory,
    "members",
    tenants.map(({ orgId, userId }) => ({
      ...{ org_id: orgId, user_id: userId, roles: '["Admin"]', permissions: null, status: "active" },
      created_at: created,
    })),
  );
  await insertRows(
    directory,
    "sessions",
    tenants.map(({ userId, token }) => ({
      ...{ id: randomUUID(), token_hash: createHash("sha256").update(token).digest("hex"), user_id: userId },
      ...{ created_at: created, last_seen_at: created, expires_at: later, user_agent: "bench" },
    })),
  );
  const { results } = await directory.prepare("SELECT id, key FROM organizations").all<{ id: string; key: number }>();
  const keys = new Map(results.map(({ id, key }) => [id, key]));
  for (const shard of shards) {
    const db = workerDatabase(worker, shard);
    const own = tenants.filter((tenant) => tenant.shard === shard);
    await insertRows(
      db,
      "tenant_organizations",
      own.map(({ orgId }) => ({ id: orgId, key: keys.get(orgId) ?? 0 })),
    );
    await insertRows(
      db,
      "tenant_members",
      own.map(({ orgId, userId, n }) => ({
        ...{ org_id: orgId, user_id: userId, first_name: "Kim", last_name: `Admin ${n}`, revision: 2 },
      })),
    );
    await insertRows(
      db,
      "technicians",
      own.map(({ orgId, technicianId, n }) => ({
        ...{ org_id: orgId, id: technicianId, user_id: null, first_name: "Luis", last_name: "Ortega" },
        ...{ email: `luis-${n}@example.com`, status: "active", created_at: created },
      })),
    );
    for (const { orgId } of own) await seedWorkOrders(db, { orgId, count: workOrders, now });
  }
  return tenants.map(({ userId, token }) => {
    const visitor = new Visitor(url, userId);
    visitor.cookies.set("session", token);
    return visitor;
  });
}
