import { and, asc, eq, ne, type SQL } from "drizzle-orm";
import { supportConversations, supportMessages } from "#drizzle/schema/support";
import { accountMail } from "~/domain/mail/message";
import type { Ctx, Person } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { type BackCursor, bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, onceInIdentity } from "~/domain/shared/write.server";
import type { SupportFilter, SupportReply, SupportStateChange } from "./schema";
import { linkTo } from "./send.server";
import type { SupportContext } from "./support";

const conversationNotFound = () => notFound("Message not found");

/** Whether the user answers support messages; no role of a business includes this. */
function isSupportStaff(ctx: Ctx): boolean {
  const { actor, providers } = ctx;
  return actor.kind === "person" && providers.supportStaff.includes(actor.person.email.toLowerCase());
}

/** What the person may open: all messages, or only their own. */
function visible(ctx: Ctx, { userId }: Person): SQL | undefined {
  return isSupportStaff(ctx) ? undefined : eq(supportConversations.senderId, userId);
}

/** Messages by state: all of them for support staff, otherwise one's own. Latest first. */
export async function listSupport(ctx: Ctx, { state, limit, ...at }: SupportFilter & BackCursor) {
  const person = allowPerson(ctx);
  const { id, subject, senderName, senderEmail, createdAt, updatedAt } = supportConversations;
  const direction = parseCursor(at, 2);
  const { beyond, order } = keyset(direction, [updatedAt, id], "desc");
  const rows = await ctx.db
    .select({ id, subject, senderName, senderEmail, state: supportConversations.state, createdAt, updatedAt })
    .from(supportConversations)
    .where(and(visible(ctx, person), eq(supportConversations.state, state), beyond))
    .orderBy(...order)
    .limit(limit + 1);
  const cut = bidirectionalPage(rows, { limit, total: null, direction }, (row) => [row.updatedAt, row.id]);
  return { ...cut, isStaff: isSupportStaff(ctx) };
}

/** A message with everything written in it. @throws DomainError not_found, also for another person's */
export async function findSupport(ctx: Ctx, id: string) {
  const person = allowPerson(ctx);
  const [[conversation], messages] = await ctx.db.batch([
    ctx.db
      .select()
      .from(supportConversations)
      .where(and(eq(supportConversations.id, id), visible(ctx, person))),
    ctx.db
      .select()
      .from(supportMessages)
      .where(eq(supportMessages.conversationId, id))
      .orderBy(asc(supportMessages.id))
      .limit(MAX_MESSAGES),
  ]);
  if (!conversation) throw conversationNotFound();
  const isStaff = isSupportStaff(ctx);
  const { context, senderId: _, ...rest } = conversation;
  return {
    ...rest,
    isStaff,
    context: isStaff ? contextOf(context) : null,
    messages: messages.map(({ conversationId: _, ...message }) => message),
  };
}

const MAX_MESSAGES = 200;

/** Guarantee: only `sendToSupport` writes this column. */
const contextOf = (json: string): SupportContext => JSON.parse(json) as SupportContext;

/** The end of the address that replaces a deleted account's. */
const DELETED = "@deleted.invalid";

const senderGone = () =>
  new DomainError(
    "conflict",
    "The sender’s account was deleted, so an answer cannot reach them. Close the message instead.",
  );

/**
 * Answers a message, which is mailed to the sender; if the sender writes again, it is reopened.
 * @throws DomainError not_found; conflict if it is full, or if the sender's account was deleted
 */
export async function replyToSupport(ctx: Ctx, id: string, input: SupportReply): Promise<{ id: string }> {
  const person = allowPerson(ctx);
  return onceInIdentity(ctx, "replyToSupport", { id, input }, async (commit) => {
    const stored = await findSupport(ctx, id);
    if (stored.messages.length >= MAX_MESSAGES) {
      throw new DomainError("conflict", "This conversation is full. Please write a new message.");
    }
    const { isStaff } = stored;
    if (stored.senderEmail.endsWith(DELETED)) throw senderGone();
    const name = `${person.firstName} ${person.lastName}`.trim() || person.email;
    const at = ctx.now.toISOString();
    const state = isStaff ? (input.close ? "closed" : "answered") : "open";
    const link = linkTo(ctx, id);
    const answer = {
      to: stored.senderEmail,
      subject: `Re: ${stored.subject}`,
      text: `${input.body}\n\n${name}, Plenum support\n\nReply by email, or here if you have an account: ${link}\n`,
      replyTo: person.email,
    };
    const again = (to: string) => ({
      ...{ to, subject: `Support: ${stored.subject}`, replyTo: stored.senderEmail },
      text: `${name} wrote again:\n\n${input.body}\n\nReply: ${link}\n`,
    });
    return commit(null, {
      writes: [
        ctx.db
          .update(supportConversations)
          .set({ state, updatedAt: at, version: stored.version + 1 })
          .where(and(eq(supportConversations.id, id), eq(supportConversations.senderEmail, stored.senderEmail))),
        assertRowChanged(ctx, "sender_gone"),
        ctx.db.insert(supportMessages).values({
          ...{ conversationId: id, id: ctx.newId(), author: isStaff ? "support" : "sender", authorName: name },
          ...{ body: input.body, createdAt: at },
        }),
      ],
      publish: (isStaff ? [answer] : ctx.providers.supportStaff.map(again)).map((mail) => accountMail(mail)),
      result: { id },
      refusals: { sender_gone: senderGone },
    });
  });
}

/**
 * Closes a message without an answer, or reopens it. If it is already in that state, nothing happens.
 * @throws DomainError not_found
 */
export async function changeSupportState(ctx: Ctx, id: string, { state }: SupportStateChange): Promise<{ id: string }> {
  const person = allowPerson(ctx);
  return onceInIdentity(ctx, "changeSupportState", { id, state }, async (commit) => {
    const stored = await findSupport(ctx, id);
    if (stored.state === state) return { id };
    return commit(null, {
      writes: [
        ctx.db
          .update(supportConversations)
          .set({ state, updatedAt: ctx.now.toISOString(), version: stored.version + 1 })
          .where(and(eq(supportConversations.id, id), visible(ctx, person), ne(supportConversations.state, state))),
      ],
      result: { id },
    });
  });
}
