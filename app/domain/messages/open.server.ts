import { sql } from "drizzle-orm";
import { threadMembers, threads } from "#drizzle/schema/messages";
import { tenantMembers } from "#drizzle/schema/platform";
import type { Ctx, Member } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { invalidField } from "~/domain/shared/errors";
import { type Change, commit, once, type Write } from "~/domain/shared/write.server";
import { allowCrewOrOffice, allowOnWorkOrder, readCrew } from "~/domain/work-orders/load.server";
import { allowMessaging, colleagues } from "./access.server";
import { directKey } from "./message";
import type { ConversationInput } from "./schema";

/**
 * A conversation with one or more people of the business: with one person the existing one, with several always a new one.
 * @throws DomainError invalid for someone who does not work there or may not see jobs
 */
export async function openConversation(ctx: Ctx, input: ConversationInput): Promise<{ id: string }> {
  const me = allowMessaging(ctx);
  const others = [...new Set(input.people)].filter((id) => id !== me.userId);
  const [other, ...more] = others;
  if (!other || !me.userId) throw invalidField("people", "Choose someone else to talk to");
  const known = await colleagues(ctx, me);
  if (others.some((id) => !known.some((each) => each.id === id)))
    throw invalidField("people", "Choose people from the list");
  const key = more.length === 0 && input.title === null ? directKey(me.userId, other) : null;
  return once(ctx, "openConversation", input, async (write) => {
    const existing = async () => (key === null ? null : directThread(ctx, me, key));
    const open = async () =>
      write(me, openingOf(ctx, me, { title: input.title, key, others, known: await existing() }));
    try {
      return await open();
    } catch (error) {
      // The other person opened it at the same moment.
      if (!failedOn(error, "threads.direct_key")) throw error;
      return open();
    }
  });
}

async function directThread(ctx: Ctx, { orgId }: Pick<Member, "orgId">, key: string): Promise<{ id: string } | null> {
  const [row] = await ctx.db.all<{ id: string }>(
    sql`SELECT id FROM threads WHERE org_id = ${orgId} AND direct_key = ${key}`,
  );
  return row ?? null;
}

interface Opening {
  title: string | null;
  /** The key of a conversation with one person; null for a group. */
  key: string | null;
  others: readonly string[];
  known: { id: string } | null;
}

/** A client's key is stored with the id of the existing conversation as well, so that a retry returns the same. */
function openingOf(ctx: Ctx, me: Member, { title, key, others, known }: Opening): Change<{ id: string }> {
  if (known) return { writes: [], result: known };
  const id = ctx.newId();
  const [kind, createdBy] = [key === null ? ("group" as const) : ("direct" as const), me.userId ?? ""];
  return {
    writes: [
      ctx.db
        .insert(threads)
        .values({ orgId: me.orgId, id, kind, directKey: key, title, createdBy, createdAt: ctx.now.toISOString() }),
      joinThread(ctx, me, { threadId: id, userIds: [createdBy, ...others] }),
    ],
    audit:
      kind === "group"
        ? [{ action: "thread.create", entity: "thread", entityId: id, after: { people: others.length + 1 } }]
        : [],
    result: { id },
  };
}

/** The statement that adds people to an existing conversation; earlier messages count as read. */
export function joinThread(
  ctx: Ctx,
  { orgId }: Pick<Member, "orgId">,
  { threadId, userIds }: { threadId: string; userIds: readonly string[] },
): Write {
  const at = ctx.now.toISOString();
  return ctx.db.run(sql`
    INSERT INTO ${threadMembers} (org_id, thread_id, user_id, read_seq, last_seq, last_at, closed, joined_at)
    SELECT ${orgId}, t.id, p.user_id, t.last_seq, t.last_seq, t.last_at, t.closed_at IS NOT NULL, ${at}
    FROM ${threads} t JOIN ${tenantMembers} p ON p.org_id = ${orgId} AND p.user_id IN (SELECT value FROM json_each(${JSON.stringify(userIds)}))
    WHERE t.org_id = ${orgId} AND t.id = ${threadId} ON CONFLICT DO NOTHING`);
}

/** The internal conversation about a job, created on first use. @throws DomainError not_found; forbidden */
export async function openWorkOrderThread(ctx: Ctx, ref: string): Promise<{ id: string }> {
  const me = allowCrewOrOffice(ctx);
  const { id: workOrderId, crew } = await readCrew(ctx, me, ref);
  allowOnWorkOrder(ctx, { crew });
  return threadOfWorkOrder(ctx, me, { workOrderId, kind: "job" });
}

/** The one conversation of a kind about a job, created if it does not exist. */
export async function threadOfWorkOrder(
  ctx: Ctx,
  me: Pick<Member, "orgId" | "userId">,
  { workOrderId, kind }: { workOrderId: string; kind: "job" | "customer" },
): Promise<{ id: string }> {
  const find = () =>
    ctx.db.all<{ id: string }>(sql`
      SELECT id FROM threads INDEXED BY threads_work_order WHERE org_id = ${me.orgId} AND work_order_id = ${workOrderId} AND kind = ${kind}`);
  const [known] = await find();
  if (known) return known;
  const made = ctx.newId();
  await commit(ctx, me, {
    writes: [
      ctx.db
        .insert(threads)
        .values({
          orgId: me.orgId,
          id: made,
          kind,
          workOrderId,
          createdBy: me.userId ?? "system",
          createdAt: ctx.now.toISOString(),
        })
        .onConflictDoNothing(),
    ],
    result: null,
  });
  // A concurrent request may have created it.
  const [one] = await find();
  return one ?? { id: made };
}
