import { and, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { chatConversations, chatMessages } from "#drizzle/schema/chat";
import type { Ctx, Member, Person } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allowPerson } from "~/domain/shared/permissions";
import { sha256, sign } from "~/domain/shared/secrets/tokens.server";
import { onShard, shardOf } from "~/domain/shared/shards.server";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import type { ChatMessage, ChatSubject, Finding, Proposal, ShownProposal } from "./message";
import type { ConversationFilter, MessageFilter } from "./schema";

export const conversationNotFound = () => notFound("Conversation not found");

/** A business's conversations are available to its members, only while they are members. */
export const subjectOf = (person: Person, about?: ChatSubject): ChatSubject =>
  about ?? (person.member ? "business" : "household");

/** The business a conversation is about; null for the household. @throws DomainError forbidden without one */
export function businessOf({ member }: Person, about: ChatSubject): string | null {
  if (about === "household") return null;
  if (member) return member.orgId;
  throw new DomainError("forbidden", "Your account is for a household only. Ask about your household.");
}

const ofBusiness = (businessId: string | null): SQL =>
  businessId === null ? isNull(chatConversations.businessId) : eq(chatConversations.businessId, businessId);

/**
 * The shard of the conversations about a subject: that of the business, or that of the person's household.
 * @throws DomainError forbidden for a business without one
 */
export function withConversations(ctx: Ctx, about: ChatSubject): Ctx {
  const person = allowPerson(ctx);
  return onShard(ctx, shardOf(ctx, businessOf(person, about) ?? person.userId));
}

/** Whose rows a change to a conversation writes, for `commit`. */
export const ownerOf = ({ member }: Person, about: ChatSubject): Member | null =>
  about === "business" ? member : null;

interface Place {
  ctx: Ctx;
  /** The subjects whose conversations are there; a row about another is a copy that a move has left. */
  about: readonly ChatSubject[];
}

/** Every shard with conversations that the person may open. */
function placesOf(ctx: Ctx, { member }: Person): Place[] {
  const household = withConversations(ctx, "household");
  if (!member) return [{ ctx: household, about: ["household"] }];
  const business = withConversations(ctx, "business");
  if (business.shards.bound === household.shards.bound) return [{ ctx: business, about: ["household", "business"] }];
  return [
    { ctx: household, about: ["household"] },
    { ctx: business, about: ["business"] },
  ];
}

/**
 * Finds a conversation of which only the id is known. A shard that is closed or fails matters only if it is not on the other.
 * @throws DomainError not_found; the error of a failing shard
 */
async function findPlaced<T>(ctx: Ctx, person: Person, read: (place: Place) => Promise<T | undefined>): Promise<T> {
  const answers = await Promise.allSettled(placesOf(ctx, person).map(read));
  for (const answer of answers) if (answer.status === "fulfilled" && answer.value !== undefined) return answer.value;
  const failure = answers.find((answer) => answer.status === "rejected");
  throw failure ? failure.reason : conversationNotFound();
}

/** The person's conversations, latest first. @throws DomainError forbidden; invalid for a cursor of another list */
export async function listConversations(baseCtx: Ctx, { about, limit, cursor }: ConversationFilter) {
  const person = allowPerson(baseCtx);
  const subject = subjectOf(person, about);
  const ctx = withConversations(baseCtx, subject);
  const after = decodeCursor(cursor, 2)?.map(String);
  const rows = await ctx.db
    .select({
      id: chatConversations.id,
      title: chatConversations.title,
      createdAt: chatConversations.createdAt,
      updatedAt: chatConversations.updatedAt,
    })
    .from(chatConversations)
    .where(
      and(
        eq(chatConversations.userId, person.userId),
        ofBusiness(businessOf(person, subject)),
        after && sql`(chat_conversations.updated_at, chat_conversations.id) < (${after[0]}, ${after[1]})`,
      ),
    )
    .orderBy(desc(chatConversations.updatedAt), desc(chatConversations.id))
    .limit(limit + 1);
  const items = rows.map((row) => ({ ...row, about: subject }));
  return page(items, limit, null, (row) => [row.updatedAt, row.id]);
}

/** Matches a conversation by id if it is about one of the subjects and the person may still open it. */
export const isOwnConversation = (person: Person, id: string, about: readonly ChatSubject[]): SQL | undefined =>
  and(
    eq(chatConversations.userId, person.userId),
    eq(chatConversations.id, id),
    or(...about.map((subject) => ofBusiness(businessOf(person, subject)))),
  );

const subjectOfRow = ({ businessId }: { businessId: string | null }): ChatSubject =>
  businessId === null ? "household" : "business";

/** What a conversation is about. @throws DomainError not_found, like `findConversation` */
export async function subjectOfConversation(ctx: Ctx, id: string): Promise<ChatSubject> {
  const person = allowPerson(ctx);
  return findPlaced(ctx, person, async ({ ctx: { db }, about }) => {
    const [row] = await db
      .select({ businessId: chatConversations.businessId })
      .from(chatConversations)
      .where(isOwnConversation(person, id, about));
    return row && subjectOfRow(row);
  });
}

/**
 * A conversation with its newest messages, or those before a cursor, oldest first within the page.
 * @throws DomainError not_found, also for another person's conversation and for a business the person has left
 */
export async function findConversation(ctx: Ctx, id: string, { limit, cursor }: MessageFilter) {
  const person = allowPerson(ctx);
  const before = decodeCursor(cursor, 1)?.map(String);
  const { conversation, rows } = await findPlaced(ctx, person, async ({ ctx: { db }, about }) => {
    const [[found], messages] = await db.batch([
      db
        .select()
        .from(chatConversations)
        .where(isOwnConversation(person, id, about)),
      db
        .select()
        .from(chatMessages)
        .where(
          and(
            eq(chatMessages.userId, person.userId),
            eq(chatMessages.conversationId, id),
            before && sql`chat_messages.id < ${before[0]}`,
          ),
        )
        .orderBy(desc(chatMessages.id))
        .limit(limit + 1),
    ]);
    return found && { conversation: found, rows: messages };
  });
  const { items, nextCursor } = page(rows, limit, null, (row) => [row.id]);
  const messages = await Promise.all(items.reverse().map((row) => shown(ctx, row)));
  const { title, createdAt, updatedAt } = conversation;
  const about = subjectOfRow(conversation);
  return { ...{ id, title, about, createdAt, updatedAt }, messages, earlierCursor: nextCursor };
}

export type MessageRow = typeof chatMessages.$inferSelect;

/** A message as shown to its person. While it is valid, a proposal can be confirmed by its token. */
export async function shown(ctx: Ctx, row: MessageRow): Promise<ChatMessage> {
  const { id, author, text, model, questionId, createdAt } = row;
  return {
    ...{ id, author, text, model, questionId, createdAt },
    findings: stored<Finding[]>(row.findings) ?? [],
    notices: stored<string[]>(row.notices) ?? [],
    proposal: await shownProposal(ctx, row),
  };
}

/** Guarantee: only `saveAnswer` and `confirmProposal` write these columns, from values of these types. */
export const stored = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T));

/** The claims of a proposal's token. */
export interface ProposalClaim {
  purpose: "chat-proposal";
  userId: string;
  orgId: string;
  conversationId: string;
  messageId: string;
  /** Hash of exactly what was shown. */
  hash: string;
  expiresAt: string;
}

async function shownProposal(ctx: Ctx, row: MessageRow): Promise<ShownProposal | null> {
  const proposal = stored<Proposal>(row.proposal);
  if (!proposal || row.proposal === null) return null;
  const { args: _, ...visible } = proposal;
  const isOver = proposal.expiresAt <= ctx.now.toISOString();
  const state = row.proposalState === "open" && isOver ? "expired" : (row.proposalState ?? "open");
  const orgId = allowPerson(ctx).member?.orgId;
  const claim: ProposalClaim | null =
    state === "open" && orgId
      ? {
          ...{ purpose: "chat-proposal", userId: row.userId, orgId, conversationId: row.conversationId },
          ...{ messageId: row.id, hash: await sha256(row.proposal), expiresAt: proposal.expiresAt },
        }
      : null;
  const token = claim && (await sign(claim, ctx.providers.secrets.signing));
  return { ...visible, state, token, result: stored(row.proposalResult) };
}

/** Permanently deletes a conversation with all its messages. @throws DomainError not_found */
export async function deleteConversation(ctx: Ctx, id: string): Promise<{ id: string }> {
  const person = allowPerson(ctx);
  return once(ctx, "deleteConversation", { id }, async (commit) => {
    const about = await subjectOfConversation(ctx, id);
    return commit(ownerOf(person, about), {
      writes: [
        ctx.db.delete(chatConversations).where(isOwnConversation(person, id, [about])),
        assertRowChanged(ctx, "conversation_gone"),
      ],
      result: { id },
      refusals: { conversation_gone: conversationNotFound },
    });
  });
}

/** Deletes all conversations of a subject; returns how many there were. @throws DomainError forbidden */
export async function deleteConversations(baseCtx: Ctx, about: ChatSubject): Promise<{ deleted: number }> {
  const person = allowPerson(baseCtx);
  const ctx = withConversations(baseCtx, about);
  const rows = await ctx.db
    .delete(chatConversations)
    .where(and(eq(chatConversations.userId, person.userId), ofBusiness(businessOf(person, about))))
    .returning({ id: chatConversations.id });
  return { deleted: rows.length };
}

/** The last messages before a question, oldest first, and its answer if there is one. */
export async function readTurn(
  ctx: Ctx,
  { conversationId, questionId }: { conversationId: string; questionId: string },
) {
  const person = allowPerson(ctx);
  const own = and(eq(chatMessages.userId, person.userId), eq(chatMessages.conversationId, conversationId));
  return findPlaced(ctx, person, async ({ ctx: { db }, about }) => {
    const [[conversation], named, before] = await db.batch([
      db
        .select()
        .from(chatConversations)
        .where(isOwnConversation(person, conversationId, about)),
      db
        .select()
        .from(chatMessages)
        .where(and(own, or(eq(chatMessages.id, questionId), inArray(chatMessages.questionId, [questionId])))),
      db
        .select()
        .from(chatMessages)
        .where(and(own, sql`chat_messages.id < ${questionId}`))
        .orderBy(desc(chatMessages.id))
        .limit(10),
    ]);
    const question = named.find(({ id }) => id === questionId);
    if (!conversation || question?.author !== "person") return undefined;
    const answer = named.find((row) => row.questionId === questionId) ?? null;
    return { about: subjectOfRow(conversation), question, answer, before: before.reverse() };
  });
}
