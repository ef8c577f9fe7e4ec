import { and, sql } from "drizzle-orm";
import { codeHostIssues, codeHostRepositories } from "#drizzle/schema/code-hosts";
import { withHost } from "~/domain/code-hosts/connection.server";
import { HOST_NAMES, type HostRepository } from "~/domain/code-hosts/host";
import { HostError, orNull } from "~/domain/code-hosts/host-error";
import { type HostHook, hookText } from "~/domain/code-hosts/webhook-health";
import type { Ctx } from "~/domain/shared/context";
import { HOUR_MS } from "~/domain/shared/time/dates";
import { commit, type Write } from "~/domain/shared/write.server";
import { hostMessage, type RepositoryRef } from "./job";
import { logEntry } from "./log.server";
import { linkAgain } from "./mark.server";
import { inMs, isIssueOf, isRepository, READ_EVERY_MS, type RepositoryRow } from "./read.server";

/** How often a repository and its webhook are checked. */
const CHECK_EVERY_MS = HOUR_MS;
const VERIFY_EVERY_MS = 24 * CHECK_EVERY_MS;
/** Pages per run, so that a run ends in time. */
const MAX_PAGES = 20;

/**
 * Reads the repository's current name, the token's permissions and the webhook's status from the host; once a day, also which
 * issues are gone, since GitLab sends no event for that.
 * @throws HostError
 */
export async function checkRepository(ctx: Ctx, ref: RepositoryRef): Promise<void> {
  const [row] = await ctx.db.select().from(codeHostRepositories).where(isRepository(ref));
  if (row?.status !== "chosen") return;
  const key = { id: row.id, fullName: row.fullName };
  const { facts, hook } = await withHost(ctx, ref, async (codeHost) => ({
    facts: await codeHost.repository(key),
    hook: row.hookId === null ? null : await orMissing(codeHost.webhook(key, row.hookId)),
  }));
  const now = ctx.now.toISOString();
  if (facts.id !== row.id) throw new HostError("not_found");
  const isDue = row.importedAt !== null && (row.verifiedAt ?? row.importedAt) <= inMs(ctx, -VERIFY_EVERY_MS);
  await commit(ctx, ref, {
    writes: [
      ctx.db
        .update(codeHostRepositories)
        .set({
          ...{ fullName: facts.fullName.slice(0, 500), url: facts.url, isPrivate: facts.isPrivate },
          ...{ canWrite: facts.canWrite && !facts.isArchived, canAdmin: facts.canAdmin },
          ...{ checkedAt: now, nextCheckAt: inMs(ctx, CHECK_EVERY_MS) },
          ...(hook ? { hookState: hook.state, hookDetail: hook.detail, hookFailures: hook.failures } : {}),
          ...(hook?.state === "active"
            ? {}
            : { nextReadAt: sql`min(coalesce(next_read_at, ${now}), ${inMs(ctx, READ_EVERY_MS)})` }),
          ...(isDue ? { verifiedAt: now } : {}),
        })
        .where(isRepository(ref)),
      ...changeRows(ctx, { ref, row, facts, hook }),
    ],
    publish: isDue ? [hostMessage({ ...ref, kind: "check", verify: { page: null, after: 0 } })] : [],
    result: null,
  });
}

async function orMissing(call: Promise<HostHook>): Promise<HostHook> {
  return (await orNull(call)) ?? { state: "missing", detail: null, failures: 0 };
}

interface Found {
  ref: RepositoryRef;
  row: RepositoryRow;
  facts: HostRepository;
  hook: HostHook | null;
}

function changeRows(ctx: Ctx, { ref, row, facts, hook }: Found): Write[] {
  const texts = [
    facts.fullName === row.fullName ? "" : `Renamed from ${row.fullName} to ${facts.fullName}.`,
    facts.isArchived ? "Archived there: nothing can be changed in it." : "",
    hook && hook.state !== (row.hookState ?? "active") ? hookText(ref.host, hook.state) : "",
  ];
  const isBad = hook !== null && hook.state !== "active" && hook.state !== row.hookState;
  const detail = texts.filter(Boolean).join(" ");
  if (detail === "" || (facts.isArchived && row.canWrite === false && texts.filter(Boolean).length === 1)) return [];
  return [logEntry(ctx, ref, { kind: "check", outcome: isBad ? "failed" : "done", detail })];
}

/** A section of the scan over all issues: the page, and the number after which it starts. */
interface Verify {
  page: string | null;
  after: number;
}

/**
 * Scans all of the repository's issues in order of creation. Known issues missing from the list are marked to be checked
 * separately: only the host's response for the issue itself counts as deleted. Listed ones that were taken for deleted sync
 * again.
 * @throws HostError
 */
export async function verifyIssues(ctx: Ctx, ref: RepositoryRef, { page, after }: Verify): Promise<void> {
  const [row] = await ctx.db.select().from(codeHostRepositories).where(isRepository(ref));
  if (row?.status !== "chosen") return;
  const key = { id: row.id, fullName: row.fullName };
  let at: string | null = page;
  let from = after;
  let missing = 0;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const read = await withHost(ctx, ref, (codeHost) => codeHost.numbers(key, at));
    const last = read.next === null ? Number.MAX_SAFE_INTEGER : Math.max(from, ...read.items);
    missing += await lookAgain(ctx, ref, { from, last, there: read.items });
    await linkAgain(ctx, ref, read.items);
    from = last;
    at = read.next;
    if (at === null) break;
  }
  const host = HOST_NAMES[ref.host];
  await commit(ctx, ref, {
    writes:
      missing > 0
        ? [
            logEntry(ctx, ref, {
              kind: "check",
              outcome: "done",
              detail: `No longer listed on ${host}: ${missing}. Each is checked separately.`,
            }),
          ]
        : [],
    publish: at === null ? [] : [hostMessage({ ...ref, kind: "check", verify: { page: at, after: from } })],
    result: null,
  });
}

interface Range {
  from: number;
  last: number;
  there: readonly number[];
}

async function lookAgain(ctx: Ctx, ref: RepositoryRef, { from, last, there }: Range): Promise<number> {
  const i = codeHostIssues;
  const marked = await ctx.db
    .update(i)
    .set({ changes: sql`${i.changes} + 1`, queuedAt: null })
    .where(
      and(
        isIssueOf(ref),
        sql`${i.number} > ${from} AND ${i.number} <= ${last} AND ${i.status} IN ('linked', 'confidential') AND ${i.issueId} IS NOT NULL`,
        sql`${i.number} NOT IN (SELECT value FROM json_each(${JSON.stringify(there)}))`,
      ),
    )
    .returning({ number: i.number });
  return marked.length;
}
