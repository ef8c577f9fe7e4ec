/** Adds issues of every state and priority to the demo's business, numbered after the existing ones. */
export async function seedManyIssues(db: D1Database, count: number): Promise<void> {
  const orgId = await db
    .prepare("SELECT m.org_id FROM members m JOIN users u ON u.id = m.user_id WHERE u.email = 'admin@example.com'")
    .first<string>("org_id");
  const last =
    (await db.prepare("SELECT max(number) n FROM issues WHERE org_id = ?").bind(orgId).first<number>("n")) ?? 0;
  for (let from = 0; from < count; from += 1000) {
    await db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT ?2 + 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2 + ?3),
           states (id, at, count) AS (
             SELECT id, row_number() OVER (ORDER BY position) - 1, count(*) OVER () FROM issue_states WHERE org_id = ?1)
         INSERT INTO issues (org_id, id, number, title, state_id, priority, source, created_at, updated_at)
         SELECT ?1, 'issue-' || i, i, 'Compressor ' || CASE i % 10 WHEN 0 THEN 'rattles ' ELSE 'hums ' END || i,
           (SELECT s.id FROM states s WHERE s.at = i % s.count),
           CASE i % 5 WHEN 0 THEN 'none' WHEN 1 THEN 'low' WHEN 2 THEN 'medium' WHEN 3 THEN 'high' ELSE 'urgent' END,
           'person', ?4, ?4 FROM n`,
      )
      .bind(orgId, last + from, Math.min(1000, count - from), new Date().toISOString())
      .run();
  }
  await db
    .prepare("UPDATE sequences SET value = value + ? WHERE org_id = ? AND name = 'issues'")
    .bind(count, orgId)
    .run();
}
