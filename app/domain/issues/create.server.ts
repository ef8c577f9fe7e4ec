import { sql } from "drizzle-orm";
import { issues } from "#drizzle/schema/issues";
import { sequences } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { once, type Write } from "~/domain/shared/write.server";
import { checkReferences, refusals } from "./internal/references.server";
import type { Attribution, IssueSource } from "./issue";
import type { CreateIssue } from "./schema";
import { activityRow } from "./update.server";

interface Origin {
  source: IssueSource;
  /** The author elsewhere, and the time. */
  author: Attribution | null;
  createdAt: string;
}

/**
 * Adds an issue with the next number.
 * @throws DomainError invalid with the field for references outside the business
 */
export async function createIssue(ctx: Ctx, input: CreateIssue): Promise<{ id: string }> {
  const me = allow(ctx, "issues.write");
  return once(ctx, "createIssue", input, async (commit) => {
    await checkReferences(ctx, me, input);
    const { id, writes } = insertIssue(ctx, me, { input, origin: { source: "person" } });
    const { body: _, ...facts } = input;
    return commit(me, {
      writes,
      audit: [{ action: "issue.create", entity: "issue", entityId: id, after: facts }],
      result: { id },
      refusals,
    });
  });
}

interface NewIssue {
  input: CreateIssue;
  origin: Pick<Origin, "source"> & Partial<Origin>;
}

/** Returns the statements of a new issue, for a batch with other writes. */
export function insertIssue(ctx: Ctx, me: Member, { input, origin }: NewIssue): { id: string; writes: Write[] } {
  const id = ctx.newId();
  const at = ctx.now.toISOString();
  const { stateId, ...facts } = input;
  const { source, author = null, createdAt = at } = origin;
  return {
    id,
    writes: [
      ctx.db
        .insert(sequences)
        .values({ orgId: me.orgId, name: "issues", value: 1 })
        .onConflictDoUpdate({ target: [sequences.orgId, sequences.name], set: { value: sql`${sequences.value} + 1` } }),
      ctx.db.insert(issues).values({
        ...facts,
        orgId: me.orgId,
        id,
        number: sql`(select s.value from sequences s where s.org_id = ${me.orgId} and s.name = 'issues')`,
        stateId: stateId ?? firstOpenState(me),
        source,
        createdBy: author ? null : me.userId,
        authorName: author?.name ?? null,
        authorHost: author?.host ?? null,
        authorUrl: author?.url ?? null,
        createdAt,
        updatedAt: at,
      }),
      activityRow(ctx, me, { issueId: id, kind: "created", by: author }),
    ],
  };
}

function firstOpenState({ orgId }: Member) {
  return sql`(select s.id from issue_states s where s.org_id = ${orgId} and s.category = 'open' order by s.position, s.id limit 1)`;
}
