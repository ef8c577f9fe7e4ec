import { sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { accountMail } from "~/domain/mail/message";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { commitIdentity } from "~/domain/shared/write.server";
import { paths } from "~/paths";

/** Maximum people notified per run; the next run continues. */
const MAX_NOTIFIED = 200;

interface Due {
  orgId: string;
  userId: string;
  threads: number;
  until: string;
}

/**
 * Mails people about unread messages: a customer's message, or one that mentions them. One mail per person, whatever the number
 * of conversations. Messages read in the meantime are skipped. Returns how many people were notified.
 */
export async function sweepUnreadNotices(ctx: Ctx): Promise<number> {
  const now = ctx.now.toISOString();
  const due = await ctx.db.all<Due>(sql`
    SELECT ${sql.raw(acrossTenants)} org_id AS orgId, user_id AS userId, count(*) AS threads, max(notify_at) AS until
    FROM thread_members INDEXED BY thread_members_notify WHERE notify_at <= ${now} AND ${isOnThisShard(sql`org_id`)} GROUP BY org_id, user_id LIMIT ${MAX_NOTIFIED}`);
  for (const each of due) await attempt(ctx, "unread messages", () => notifyPerson(ctx, each));
  return due.length;
}

async function notifyPerson(ctx: Ctx, { orgId, userId, threads, until }: Due): Promise<void> {
  const [person] = await ctx.db.all<{ email: string; firstName: string }>(sql`
    SELECT u.email, u.first_name AS firstName FROM members m JOIN users u ON u.id = m.user_id
    WHERE m.org_id = ${orgId} AND m.user_id = ${userId} AND m.status = 'active'`);
  if (person) {
    const what = threads === 1 ? "an unread conversation" : `${threads} unread conversations`;
    const text = `Hi ${person.firstName},\n\nYou have ${what}. Open your messages here:\n\n${ctx.request.origin}${paths.messages({ list: "unread" })}\n\nYou get this email once, when messages stay unread for 15 minutes.`;
    const mail = {
      to: person.email,
      subject: threads === 1 ? "An unread message on Plenum" : `${threads} unread conversations on Plenum`,
      text,
    };
    await commitIdentity(ctx, null, {
      writes: [],
      publish: [accountMail(mail, { userId })],
      result: null,
    });
  }
  // An interrupted run may notify twice, but never not at all.
  await ctx.db.run(sql`
    UPDATE thread_members SET notify_at = NULL WHERE org_id = ${orgId} AND user_id = ${userId} AND notify_at <= ${until}`);
}
