/** A business with one Admin, on a shard. */
export async function hostBusiness(db: D1Database, shard = "1") {
  const [orgId, userId] = [crypto.randomUUID(), crypto.randomUUID()];
  const now = new Date().toISOString();
  const orgKey = await db
    .prepare(
      "INSERT INTO organizations (id, name, time_zone, shard, created_at) VALUES (?, 'North Wind', 'America/Chicago', ?, ?) RETURNING key",
    )
    .bind(orgId, shard, now)
    .first<number>("key");
  await db.batch([
    db.prepare("INSERT INTO tenant_organizations (id, key) VALUES (?, ?)").bind(orgId, orgKey),
    db
      .prepare(
        "INSERT INTO users (id, email, first_name, last_name, status, shard, created_at) VALUES (?, ?, 'Test', 'Person', 'active', ?, ?)",
      )
      .bind(userId, `${userId}@example.com`, shard, now),
    db
      .prepare(
        "INSERT INTO members (org_id, user_id, roles, status, created_at) VALUES (?, ?, '[\"Admin\"]', 'active', ?)",
      )
      .bind(orgId, userId, now),
    db
      .prepare(
        "INSERT INTO tenant_members (org_id, user_id, first_name, last_name, revision) VALUES (?, ?, 'Test', 'Person', 2)",
      )
      .bind(orgId, userId),
  ]);
  return { orgId, orgKey: orgKey ?? 0, userId };
}
