import { desc } from "drizzle-orm";
import { mailbox } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";

/** The newest hundred mails of the embedded mailer with the links found in them. */
export async function readMailbox(ctx: Ctx) {
  const rows = await ctx.db.select().from(mailbox).orderBy(desc(mailbox.sentAt)).limit(100);
  return rows.map((mail) => ({
    id: mail.id,
    to: mail.recipient,
    subject: mail.subject,
    text: mail.body,
    sentAt: mail.sentAt,
    links: mail.body.match(/https?:\/\/\S+/g) ?? [],
  }));
}
