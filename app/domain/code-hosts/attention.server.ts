import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { allow, can } from "~/domain/shared/permissions";
import { HOST_NAMES, type HostKind } from "./host";
import { type HookState, hookText } from "./webhook-health";

/** Counts stop here. */
const MAX_COUNTED = 100;
const MAX_REPOSITORIES = 20;

/** A sync problem that needs attention, and the screen that resolves it. */
export interface SyncProblem {
  text: string;
  at: { screen: "host"; host: HostKind } | { screen: "sync" } | { screen: "log" };
}

interface Connection {
  host: HostKind;
  status: string;
  conflicts: number;
}

interface Repository {
  host: HostKind;
  fullName: string;
  problem: string | null;
  hookState: HookState | null;
  stoppedAt: string | null;
}

/**
 * Returns whether a code host is connected, and what needs attention: revoked tokens, texts changed on both sides, repositories
 * with a problem, and failed changes. Null without the permission to manage it.
 */
export async function syncAttention(ctx: Ctx): Promise<{ isConnected: boolean; problems: SyncProblem[] } | null> {
  const me = allow(ctx, "issues.read");
  if (!can(me, "system.admin")) return null;
  const { orgId } = me;
  const [connections, repositories, [log]] = await ctx.db.batch([
    ctx.db.all<Connection>(sql`SELECT n.host AS host, n.status AS status,
        (SELECT count(*) FROM (SELECT 1 FROM code_host_conflicts c INDEXED BY code_host_conflicts_open CROSS JOIN issues i
          WHERE c.org_id = ${orgId} AND c.host = n.host AND c.resolved_at IS NULL
            AND i.org_id = ${orgId} AND i.id = c.issue_id AND i.deleted_at IS NULL LIMIT ${MAX_COUNTED})) AS conflicts
      FROM code_host_connections n WHERE n.org_id = ${orgId} ORDER BY n.host`),
    ctx.db.all<Repository>(sql`SELECT r.host AS host, r.full_name AS fullName, r.problem AS problem, r.hook_state AS hookState,
        r.creations_stopped_at AS stoppedAt
      FROM code_host_repositories r WHERE r.org_id = ${orgId} AND r.status = 'chosen'
        AND (r.problem IS NOT NULL OR r.creations_stopped_at IS NOT NULL OR r.hook_state <> 'active')
      ORDER BY r.host, r.full_name LIMIT ${MAX_REPOSITORIES}`),
    ctx.db.all<{
      failed: number;
    }>(sql`SELECT count(*) AS failed FROM (SELECT 1 FROM code_host_log l INDEXED BY code_host_log_open
      WHERE l.org_id = ${orgId} AND l.outcome = 'failed' AND l.settled_at IS NULL LIMIT ${MAX_COUNTED})`),
  ]);
  const failed = log?.failed ?? 0;
  return {
    isConnected: connections.some(({ status }) => status === "connected"),
    problems: [
      ...connections.flatMap(({ host, status, conflicts }): SyncProblem[] => [
        ...(status === "revoked"
          ? [{ text: `${HOST_NAMES[host]} no longer accepts the token.`, at: { screen: "host" as const, host } }]
          : []),
        ...(conflicts > 0
          ? [
              {
                text: `${counted(conflicts, "text was", "texts were")} changed both here and on ${HOST_NAMES[host]}.`,
                at: { screen: "host" as const, host },
              },
            ]
          : []),
      ]),
      ...repositories.map(({ host, fullName, problem, hookState, stoppedAt }) => ({
        text: `${fullName}: ${problem ?? (stoppedAt ? "Creating issues there has stopped." : hookText(host, hookState ?? "active"))}`,
        at: { screen: "sync" as const },
      })),
      ...(failed > 0
        ? [{ text: `${counted(failed, "change was", "changes were")} not synced.`, at: { screen: "log" as const } }]
        : []),
    ],
  };
}

const counted = (count: number, one: string, many: string) =>
  `${count >= MAX_COUNTED ? `${MAX_COUNTED - 1}+` : count} ${count === 1 ? one : many}`;
