import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { accountMail } from "~/domain/mail/message";
import { sendsAutomatically } from "~/domain/messages/automatic.server";
import { pushMessage } from "~/domain/push/deliver.server";
import type { PushMessage } from "~/domain/push/device";
import { devicesOf } from "~/domain/push/devices.server";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { formatClock, formatDate } from "~/domain/shared/time/date-format";
import { commit, commitIdentity } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import { todoEvent } from "./change.server";

/** Maximum to-dos per run; the next run continues. */
const MAX_REMINDED = 200;
/** Maximum titles per mail. */
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
 * Sends reminders of to-dos due soon by mail and as notifications: to the assignee, or to the author if unassigned. One mail, and
 * one notification per device, for everything due in the same run. Open screens update their counts. People who have left get
 * none. Returns the number of to-dos.
 */
export async function sweepTodoReminders(ctx: Ctx): Promise<number> {
  const now = ctx.now.toISOString();
  const due = await ctx.db.all<Due>(sql`
    SELECT ${sql.raw(acrossTenants)} t.org_id AS orgId, t.id, coalesce(t.assignee_id, t.created_by) AS userId, t.title,
      t.due_on AS dueOn, t.due_at AS dueAt, t.remind_at AS remindAt
    FROM todos t INDEXED BY todos_remind
    WHERE t.remind_at <= ${now} AND t.done_at IS NULL AND t.deleted_at IS NULL AND ${sendsAutomatically(sql`t.org_id`)} AND ${isOnThisShard(sql`t.org_id`)}
    ORDER BY t.remind_at LIMIT ${MAX_REMINDED}`);
  const people = new Map<string, Due[]>();
  for (const todo of due) {
    const key = `${todo.orgId} ${todo.userId}`;
    people.set(key, [...(people.get(key) ?? []), todo]);
  }
  for (const todos of people.values()) await attempt(ctx, "to-do reminders", () => remindPerson(ctx, todos));
  return due.length;
}

/** One person's to-dos in one business. */
async function remindPerson(ctx: Ctx, todos: readonly Due[]): Promise<void> {
  const [first] = todos;
  if (!first) return;
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
        accountMail(reminderMail(ctx, person, todos), { userId }),
        ...devices.map(({ id: deviceId }) => pushMessage({ userId, deviceId, message })),
      ],
      result: null,
    });
  // An interrupted run may remind twice, but never not at all.
  const marks = JSON.stringify(todos.map(({ id, remindAt }) => ({ id, remindAt })));
  await commit(ctx, first, {
    writes: [
      ctx.db.run(sql`
        UPDATE todos SET remind_at = NULL FROM json_each(${marks}) sent
        WHERE todos.org_id = ${orgId} AND todos.id = sent.value ->> 'id' AND todos.remind_at = sent.value ->> 'remindAt'`),
    ],
    publish: [todoEvent({ orgId }, first.id)],
    result: null,
  });
}

/** Maximum titles per notification, which has few lines. */
const MAX_SHOWN = 3;

/** Contains only the titles, since a locked screen shows it to anyone. */
function reminderPush(todos: readonly Due[]): PushMessage {
  const [first] = todos;
  if (first && todos.length === 1)
    return { title: "Reminder", body: first.title, path: paths.editTodo(first.id), tag: `todo-${first.id}` };
  const titles = todos.slice(0, MAX_SHOWN).map(({ title }) => title);
  if (todos.length > MAX_SHOWN) titles.push(`and ${todos.length - MAX_SHOWN} more`);
  return { title: `${todos.length} to-dos are due`, body: titles.join("\n"), path: paths.todos(), tag: "todos" };
}

function reminderMail(ctx: Ctx, { email, firstName }: { email: string; firstName: string }, todos: readonly Due[]) {
  const lines = todos
    .slice(0, MAX_NAMED)
    .map(({ title, dueOn, dueAt }) => `- ${title} (${formatDate(dueOn)}${dueAt ? `, ${formatClock(dueAt)}` : ""})`);
  if (todos.length > MAX_NAMED) lines.push(`and ${todos.length - MAX_NAMED} more`);
  return {
    to: email,
    subject: todos.length === 1 ? `Reminder: ${todos[0]?.title}` : `${todos.length} to-dos are due`,
    text: `Hi ${firstName},\n\n${todos.length === 1 ? "This to-do is due" : "These to-dos are due"}:\n\n${lines.join("\n")}\n\nOpen your to-dos here:\n\n${ctx.request.origin}${paths.todos()}\n`,
  };
}
