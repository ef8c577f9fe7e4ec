import { and, desc, eq, sql } from "drizzle-orm";
import { byIndex } from "#drizzle/d1/by-index";
import { namedEach } from "#drizzle/d1/columns";
import { invoiceMails } from "#drizzle/schema/invoices";
import { businessMail } from "~/domain/mail/message";
import { isMailUndelivered } from "~/domain/mail/undelivered.server";
import { readLetterhead } from "~/domain/people/letterhead.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { type Commit, once, type Write } from "~/domain/shared/write.server";
import type { Business, InvoiceRow } from "./load.server";
import { ensurePdf, invoiceUrl, readDocument } from "./pdf.server";
import type { SendInvoice } from "./schema";

export const SENDS: Limit = {
  name: "invoice_mails",
  what: "emails",
  perPerson: 120,
  perBusiness: 300,
  seconds: HOUR_SECONDS,
};

/**
 * Emails an issued document with its PDF and the link to its page; a `reminder` only for an overdue invoice, once a day. The
 * document itself does not change: each email is a row of its own.
 * @throws DomainError not_found; conflict for a draft, if nothing is overdue, for a second reminder that day; too_many_requests
 */
export async function sendInvoice(ctx: Ctx, id: string, input: SendInvoice): Promise<{ mailId: string }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "sendInvoice", { id, input }, (commit) =>
    mailDocument(ctx, me, { id, isCounted: false, compose: () => input, more: () => [], commit }),
  );
}

interface Mailing {
  id: string;
  /** The caller has counted it against the limits, with the rest of its batch. */
  isCounted: boolean;
  compose: (invoice: InvoiceRow, business: string) => SendInvoice;
  /** Further writes of the same batch. */
  more: (mailId: string) => Write[];
  commit: Commit;
}

/** Emails a document for a use case that has checked the permission. @throws DomainError as `sendInvoice` */
export async function mailDocument(
  ctx: Ctx,
  me: Member,
  { id, isCounted, compose, more, commit }: Mailing,
): Promise<{ mailId: string }> {
  const [document, seller] = await Promise.all([readDocument(ctx, me, { id }), readLetterhead(ctx, me)]);
  if (!isCounted) await limitUse(ctx, SENDS);
  const { key, fileName } = await ensurePdf(ctx, me, document);
  const { kind, to, subject, message } = compose(document.invoice, seller.name);
  const mailId = ctx.newId();
  const text = `${message}\n\nView it online: ${invoiceUrl(ctx, document.link)}\n`;
  return commit(me, {
    writes: [
      ctx.db.insert(invoiceMails).values({
        ...{
          orgId: me.orgId,
          id: mailId,
          invoiceId: id,
          kind,
          linkId: document.link.id,
          recipient: to,
          subject,
          message,
        },
        ...{ fileKey: key, sentBy: me.userId ?? "system", sentAt: ctx.now.toISOString(), sentOn: todayOf(ctx, me) },
      }),
      ...more(mailId),
    ],
    audit: [
      {
        action: `invoice.${kind === "reminder" ? "remind" : "send"}`,
        entity: "invoice",
        entityId: id,
        after: { to },
      },
    ],
    publish: [
      businessMail(
        me.orgId,
        {
          ...{ to, subject, text, fromName: seller.name },
          ...(seller.email ? { replyTo: seller.email } : {}),
          attachments: [{ fileName, contentType: "application/pdf", key }],
        },
        mailId,
      ),
    ],
    result: { mailId },
    refusals: {
      reminder_not_wanted: notWanted,
      "invoice_reminders.org_id, invoice_reminders.invoice_id": notWanted,
      invoice_not_overdue: () => new DomainError("conflict", "Nothing is overdue on this invoice."),
      "invoice_mails.org_id, invoice_mails.invoice_id, invoice_mails.sent_on": () =>
        new DomainError("conflict", "A reminder was already sent today."),
    },
  });
}

const notWanted = () => new DomainError("conflict", "This reminder is no longer needed.");

/** Emails listed with a document. */
export const MAX_MAILS = 20;

/** The statement that reads a document's emails, newest first; one more than is listed. */
export function mailsOf(ctx: Ctx, { orgId }: Business, invoiceId: string) {
  return ctx.db
    .select({
      ...namedEach({ id: invoiceMails.id, recipient: invoiceMails.recipient, sentAt: invoiceMails.sentAt }),
      kind: sql<"document" | "reminder">`${invoiceMails.kind}`.as("mail_kind"),
      isUndelivered: isMailUndelivered(sql`${orgId}`, sql`invoice_mails.id`).as("undelivered_mail"),
    })
    .from(byIndex(invoiceMails, "invoice_mails_invoice"))
    .where(and(eq(invoiceMails.orgId, orgId), eq(invoiceMails.invoiceId, invoiceId)))
    .orderBy(desc(invoiceMails.sentAt))
    .limit(MAX_MAILS + 1);
}
