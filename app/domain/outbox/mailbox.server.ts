import { desc, eq } from "drizzle-orm";
import { mailbox } from "#drizzle/schema/platform";
import type { Ctx } from "~/domain/shared/context";
import { notFound } from "~/domain/shared/errors";

/** The latest hundred emails of the embedded mailer, with the links found in them. */
export async function readMailbox(ctx: Ctx) {
  const rows = await ctx.db.select().from(mailbox).orderBy(desc(mailbox.sentAt)).limit(100);
  return rows.map((mail) => ({
    id: mail.id,
    to: mail.recipient,
    fromName: mail.fromName,
    replyTo: mail.replyTo,
    subject: mail.subject,
    text: mail.body,
    sentAt: mail.sentAt,
    links: mail.body.match(/https?:\/\/\S+/g) ?? [],
    attachments: mail.attachments.map(({ fileName, contentType }) => ({ fileName, contentType })),
  }));
}

/** An attachment of an email from the embedded mailer, by its index from 0. @throws DomainError not_found */
export async function readAttachment(ctx: Ctx, mailId: string, place: number) {
  const [mail] = await ctx.db.select({ attachments: mailbox.attachments }).from(mailbox).where(eq(mailbox.id, mailId));
  const attachment = mail?.attachments[place];
  const file = attachment && (await ctx.providers.files.get(attachment.key));
  if (!file) throw notFound("Attachment not found");
  return { body: file.body, fileName: attachment.fileName, contentType: attachment.contentType };
}
