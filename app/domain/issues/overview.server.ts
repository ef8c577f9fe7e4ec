import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { foundIn } from "~/domain/shared/text/full-text.server";

/** Limit for counts that have no counter. */
const MAX_COUNTED = 100;

interface Counted {
  open: number;
  closed: number;
  unassigned: number;
  deleted: number;
  assigned: number;
  labels: number;
  projects: number;
}

/** Returns the number of issues, and how far the tracker is set up. Null above the counting limit. */
export async function issueOverview(ctx: Ctx) {
  const me = allow(ctx, "issues.read");
  const { orgId } = me;
  const inCategory = (category: "open" | "closed") => sql`(select coalesce(sum(c.value), 0) from issue_states s
    join counters c on c.org_id = s.org_id and c.name = 'issues.state=' || s.id
    where s.org_id = ${orgId} and c.org_id = ${orgId} and s.category = ${category})`;
  const unassigned = foundIn(
    me,
    { table: "issue_search", expression: '{filed} : "copen" AND {filed} : "unone"' },
    { limit: MAX_COUNTED + 1 },
  );
  const [row] = await ctx.db.all<Counted>(sql`select ${inCategory("open")} as open, ${inCategory("closed")} as closed,
    (select count(*) from ${unassigned}) as unassigned,
    (select count(*) from (select 1 from issues t indexed by issues_trash where t.org_id = ${orgId} and t.deleted_at is not null limit ${MAX_COUNTED + 1})) as deleted,
    exists (select 1 from issues a indexed by issues_assignee where a.org_id = ${orgId} and a.assignee_id is not null) as assigned,
    exists (select 1 from issue_labels l where l.org_id = ${orgId}) as labels,
    exists (select 1 from issue_projects p where p.org_id = ${orgId}) as projects`);
  const found = row ?? { open: 0, closed: 0, unassigned: 0, deleted: 0, assigned: 0, labels: 0, projects: 0 };
  const upTo = (count: number) => (count > MAX_COUNTED ? null : count);
  return {
    open: found.open,
    closed: found.closed,
    unassigned: upTo(found.unassigned),
    deleted: upTo(found.deleted),
    steps: [
      { key: "issue" as const, done: found.open + found.closed > 0 },
      { key: "assignee" as const, done: found.assigned === 1 },
      { key: "label" as const, done: found.labels === 1 },
      { key: "project" as const, done: found.projects === 1 },
    ],
  };
}
