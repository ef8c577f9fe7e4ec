import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import type { PushDelivery } from "~/domain/push/deliver.server";
import type { PushMessage } from "~/domain/push/device";
import { devicesOf } from "~/domain/push/devices.server";
import { sendsAutomatically } from "~/domain/shared/automatic-messages.server";
import type { Ctx } from "~/domain/shared/context";
import { formatClock, formatDate } from "~/domain/shared/date-format";
import { livesHere } from "~/domain/shared/shards.server";
import { commit, commitIdentity } from "~/domain/shared/write.server";
import { todoEvent } from "./change.server";

/** To-dos that are reminded of in one run; the next goes on. */
const MAX_REMINDED = 200;
/** Titles in one mail. */
const MAX_NAMED = 20;

interface Due {
  orgId: string;
  id: string;
  userId: string;
  title: string;
  dueOn: string;
  dueAt: string | null;
  remindAt: string;
}

/**
 * Reminds of what is due soon by mail, and on the devices that are to be notified: whoever it is assigned to, or who wrote it where it
 * is nobody's. One mail, and one notification a device, for what is due in the same run. Open screens count anew. Who has left is not reminded. Answers how many to-dos it was.
 */
export async function sweepTodoReminders(ctx: Ctx): Promise<number> {
  const now = ctx.now.toISOString();
  const due = await ctx.db.all<Due>(sql`
    SELECT ${sql.raw(acrossTenants)} t.org_id AS orgId, t.id, coalesce(t.assignee_id, t.created_by) AS userId, t.title,
      t.due_on AS dueOn, t.due_at AS dueAt, t.remind_at AS remindAt
    FROM todos t INDEXED BY todos_remind
    WHERE t.remind_at <= ${now} AND t.done_at IS NULL AND t.deleted_at IS NULL AND ${sendsAutomatically(sql`t.org_id`)} AND ${livesHere(sql`t.org_id`)}
    ORDER BY t.remind_at LIMIT ${MAX_REMINDED}`);
  const people = new Map<string, Due[]>();
  for (const todo of due) {
    const key = `${todo.orgId} ${todo.userId}`;
    people.set(key, [...(people.get(key) ?? []), todo]);
  }
  for (const todos of people.values()) {
    const [first] = todos;
    if (!first) continue;
    const { orgId, userId } = first;
    const [[person], devices] = await ctx.db.batch([
      ctx.db.all<{ email: string; firstName: string }>(sql`
        SELECT u.email, u.first_name AS firstName FROM members m JOIN users u ON u.id = m.user_id
        WHERE m.org_id = ${orgId} AND m.user_id = ${userId} AND m.status = 'active'`),
      devicesOf(ctx, userId),
    ]);
    const message = reminderPush(todos);
    if (person)
      await commitIdentity(ctx, null, {
        writes: [],
        publish: [
          { topic: "mail", mail: reminderMail(ctx, person, todos), about: { userId } },
          ...devices.map(({ id: deviceId }) => {
            const push: PushDelivery = { userId, deviceId, message };
            return { topic: "push" as const, userId, push };
          }),
        ],
        result: null,
      });
    // Reminded of once: a run that ends in between reminds once more, never not at all.
    const marks = JSON.stringify(todos.map(({ id, remindAt }) => ({ id, remindAt })));
    await commit(ctx, null, {
      writes: [
        ctx.db.run(sql`
          UPDATE todos SET remind_at = NULL FROM json_each(${marks}) sent
          WHERE todos.org_id = ${orgId} AND todos.id = sent.value ->> 'id' AND todos.remind_at = sent.value ->> 'remindAt'`),
      ],
      publish: [todoEvent({ orgId }, first.id)],
      result: null,
    });
  }
  return due.length;
}

/** Titles in one notification, which has few lines. */
const MAX_SHOWN = 3;

/** Nothing of it but the titles: a locked screen shows it to whoever looks. */
function reminderPush(todos: readonly Due[]): PushMessage {
  const [first] = todos;
  if (first && todos.length === 1)
    return { title: "Reminder", body: first.title, path: `/todos/${first.id}/edit`, tag: `todo-${first.id}` };
  const titles = todos.slice(0, MAX_SHOWN).map(({ title }) => title);
  if (todos.length > MAX_SHOWN) titles.push(`and ${todos.length - MAX_SHOWN} more`);
  return { title: `${todos.length} to-dos are due`, body: titles.join("\n"), path: "/todos", tag: "todos" };
}

function reminderMail(ctx: Ctx, { email, firstName }: { email: string; firstName: string }, todos: readonly Due[]) {
  const lines = todos
    .slice(0, MAX_NAMED)
    .map(({ title, dueOn, dueAt }) => `- ${title} (${formatDate(dueOn)}${dueAt ? `, ${formatClock(dueAt)}` : ""})`);
  if (todos.length > MAX_NAMED) lines.push(`and ${todos.length - MAX_NAMED} more`);
  return {
    to: email,
    subject: todos.length === 1 ? `Reminder: ${todos[0]?.title}` : `${todos.length} to-dos are due`,
    text: `Hi ${firstName},\n\n${todos.length === 1 ? "this is due" : "these are due"}:\n\n${lines.join("\n")}\n\nOpen your to-dos here:\n\n${ctx.request.origin}/todos\n`,
  };
}
