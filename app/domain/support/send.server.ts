import { asc, eq, sql } from "drizzle-orm";
import { supportConversations, supportMessages } from "#drizzle/schema/support";
import { accountMail } from "~/domain/mail/message";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, invalidField } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { checkAddressLimit } from "~/domain/shared/network/address-limit.server";
import { sign, verify } from "~/domain/shared/secrets/tokens.server";
import { onShard, openShards } from "~/domain/shared/shards.server";
import { DAY_MS, HOUR_SECONDS } from "~/domain/shared/time/dates";
import { commitIdentity } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import type { SupportMessage } from "./schema";
import { type SupportContext, subjectOf } from "./support";

/** Submissions faster than this are not by humans. */
const MIN_MS = 2000;
const MAX_MS = DAY_MS;
/** For all visitors together per hour, to limit floods. */
const VISITORS_AN_HOUR = 60;

const MESSAGES: Limit = {
  ...{ name: "support", what: "messages to support", perPerson: 10, perBusiness: 40 },
  seconds: HOUR_SECONDS,
};

const tooMany = (retryAfter: number) =>
  new DomainError("too_many_requests", "Too many messages were sent. Please try again later.", { retryAfter });

/** The token to send with a message; accepted once per opened form. */
export async function supportForm(ctx: Ctx): Promise<{ started: string }> {
  const opened = { purpose: "support", id: ctx.newId(), at: ctx.now.getTime() };
  return { started: await sign(opened, ctx.providers.secrets.signing) };
}

/**
 * Sends a message to the product's support, with the page it was written on. A submission that fills the honeypot is accepted and
 * dropped.
 * @throws DomainError invalid if it was submitted too fast, too late or without an address; conflict if the form was sent before
 * with another text; too_many_requests
 */
export async function sendToSupport(ctx: Ctx, input: SupportMessage): Promise<{ id: string | null }> {
  if (!(await checkAddressLimit(ctx, "support"))) throw tooMany(60);
  if (input.website !== null) return { id: null };
  const sender = senderOf(ctx, input);
  const id = await openedForm(ctx, input.started);
  if (sender.id === null) await limitVisitors(ctx);
  else await limitUse(ctx, MESSAGES);
  const at = ctx.now.toISOString();
  const member = ctx.actor.kind === "person" ? ctx.actor.person.member : null;
  const context: SupportContext = {
    page: input.page,
    business: member?.orgName || null,
    roles: member ? member.roles.join(", ") : null,
    browser: ctx.request.userAgent.slice(0, 300) || null,
    question: input.question,
  };
  const subject = subjectOf(input.body);
  try {
    await commitIdentity(ctx, null, {
      writes: [
        ctx.db.insert(supportConversations).values({
          ...{ id, senderId: sender.id, senderName: sender.name, senderEmail: sender.email, subject },
          ...{ context: JSON.stringify(context), createdAt: at, updatedAt: at },
        }),
        ctx.db.insert(supportMessages).values({
          ...{ conversationId: id, id: ctx.newId(), author: "sender", authorName: sender.name },
          ...{ body: input.body, createdAt: at },
        }),
      ],
      publish: ctx.providers.supportStaff.map((to) =>
        accountMail({
          ...{ to, subject: `Support: ${subject}`, replyTo: sender.email },
          text: `${sender.name} (${sender.email}) wrote:\n\n${input.body}\n\nReply: ${linkTo(ctx, id)}\n`,
        }),
      ),
      result: null,
    });
  } catch (error) {
    if (!failedOn(error, "support_conversations.id")) throw error;
    const [first] = await ctx.db
      .select({ body: supportMessages.body })
      .from(supportMessages)
      .where(eq(supportMessages.conversationId, id))
      .orderBy(asc(supportMessages.id))
      .limit(1);
    // Submitted twice, or gone back to and sent with another text.
    if (first?.body !== input.body)
      throw new DomainError("conflict", "This form was sent already. Send it again to send the new message.");
  }
  return { id };
}

export const linkTo = (ctx: Ctx, id: string) => `${ctx.request.origin}${paths.supportMessage(id)}`;

interface Sender {
  id: string | null;
  name: string;
  email: string;
}

/** @throws DomainError invalid for a visitor without an address to reply to */
function senderOf(ctx: Ctx, { name, email }: SupportMessage): Sender {
  if (ctx.actor.kind === "person") {
    const { userId, firstName, lastName, email: address } = ctx.actor.person;
    return { id: userId, name: `${firstName} ${lastName}`.trim() || address, email: address };
  }
  if (email === null) throw invalidField("email", "Enter your email address to get a reply");
  return { id: null, name: name ?? email, email };
}

/**
 * The id issued with the form. @throws DomainError invalid without one, if it was submitted too late, and if a visitor submitted it
 * as fast as only a script does
 */
async function openedForm(ctx: Ctx, started: string): Promise<string> {
  const opened = await verify(started, ctx.providers.secrets.signing);
  const { id, at } = isOpened(opened) ? opened : { id: "", at: 0 };
  const age = ctx.now.getTime() - at;
  if (id === "" || age > MAX_MS) {
    throw new DomainError("invalid", "This form was open for too long. Please send it again.");
  }
  if (age < MIN_MS && ctx.actor.kind !== "person") {
    throw new DomainError("invalid", "That was very fast. Please check what you wrote and send it again.");
  }
  return id;
}

async function limitVisitors(ctx: Ctx): Promise<void> {
  const windowStart = Math.floor(ctx.now.getTime() / 1000 / HOUR_SECONDS) * HOUR_SECONDS;
  // Belongs to no tenant, so it is counted on one shard.
  const { db } = onShard(ctx, openShards(ctx)[0] ?? "");
  const [used] = await db.all<{ count: number }>(sql`
    INSERT INTO usage_counts (owner, name, window_start, count) VALUES ('visitors', 'support', ${windowStart}, 1)
    ON CONFLICT (owner, name) DO UPDATE
    SET count = CASE WHEN window_start = excluded.window_start THEN count + 1 ELSE 1 END, window_start = excluded.window_start
    RETURNING count`);
  if ((used?.count ?? 0) > VISITORS_AN_HOUR) {
    throw tooMany(windowStart + HOUR_SECONDS - Math.floor(ctx.now.getTime() / 1000));
  }
}

function isOpened(payload: unknown): payload is { id: string; at: number } {
  return typeof payload === "object" && payload !== null && "purpose" in payload && payload.purpose === "support";
}
