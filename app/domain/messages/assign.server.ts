import { sql } from "drizzle-orm";
import { threads } from "#drizzle/schema/messages";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, invalidField } from "~/domain/shared/errors";
import { once } from "~/domain/shared/write.server";
import { allowMessaging, allowOnThread } from "./access.server";
import { isOffice } from "./message";
import { joinThread } from "./open.server";
import type { ThreadAssignee } from "./schema";
import { audience, threadEvent } from "./send.server";

/**
 * Assigns a conversation about a job or with a customer to a member of the office or the job's crew, or to no one.
 * @throws DomainError not_found; forbidden for members outside the office; conflict for a conversation between people; invalid
 * with the field
 */
export async function assignThread(
  ctx: Ctx,
  threadId: string,
  { assigneeId }: ThreadAssignee,
): Promise<{ id: string }> {
  const me = allowMessaging(ctx);
  return once(ctx, "assignThread", { threadId, assigneeId }, async (write) => {
    const thread = await allowOnThread(ctx, threadId);
    if (!isOffice(me)) throw new DomainError("forbidden", "The office assigns conversations.");
    if (thread.kind !== "job" && thread.kind !== "customer")
      throw new DomainError("conflict", "A private conversation can't be assigned.");
    const { userIds } = await audience(ctx, me, thread);
    if (assigneeId !== null && !userIds.includes(assigneeId))
      throw invalidField("assigneeId", "Choose a person from the list");
    return write(me, {
      writes: [
        ctx.db.run(
          sql`UPDATE ${threads} SET assignee_id = ${assigneeId} WHERE org_id = ${me.orgId} AND id = ${threadId}`,
        ),
        ...(assigneeId === null ? [] : [joinThread(ctx, me, { threadId, userIds: [assigneeId] })]),
      ],
      audit: [{ action: "thread.assign", entity: "thread", entityId: threadId, after: { assigneeId } }],
      publish: [threadEvent(me, threadId)],
      result: { id: threadId },
    });
  });
}
