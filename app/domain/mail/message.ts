import type { Mail } from "~/domain/providers";
import type { IdentityMessage, OutboxMessage } from "~/domain/shared/outbox.server";

/** Who is notified if an email cannot be delivered: the person whose account it is about, or the business that invites. */
type MailSubject = IdentityMessage["owner"];

/** An email about an account. */
export const accountMail = (mail: Mail, about: MailSubject = {}): IdentityMessage => ({
  topic: "mail",
  owner: about,
  payload: mail,
});

/** A business's email to a customer or supplier. `about`: the row that records it as sent, for `isMailUndelivered`. */
export const businessMail = (orgId: string, mail: Mail, about: string | null = null): OutboxMessage => ({
  topic: "business_mail",
  owner: { orgId },
  payload: { mail, about },
});
