import { and, desc, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import { chatConversations, chatMessages } from "#drizzle/schema/chat";
import type { Ctx, Person } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { decodeCursor, page } from "~/domain/shared/paging.server";
import { allowPerson } from "~/domain/shared/permissions";
import { onShard, shardOf } from "~/domain/shared/shards.server";
import { sha256, sign } from "~/domain/shared/tokens.server";
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
 * The shard of the person's conversations: for a member of a business, that of the business, which they refer to. Their household
 * may live elsewhere.
 */
export function withConversations(ctx: Ctx): Ctx {
  const orgId = allowPerson(ctx).member?.orgId;
  return orgId === undefined ? ctx : onShard(ctx, shardOf(ctx, orgId));
}

/** The person's conversations, latest first. @throws DomainError forbidden; invalid for a cursor of another list */
export async function listConversations(baseCtx: Ctx, { about, limit, cursor }: ConversationFilter) {
  const person = allowPerson(baseCtx);
  const ctx = withConversations(baseCtx);
  const subject = subjectOf(person, about);
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

/** Matches a conversation by id if the person may still open it. */
export function isOwnConversation(person: Person, id: string): SQL | undefined {
  const orgId = person.member?.orgId;
  return and(
    eq(chatConversations.userId, person.userId),
    eq(chatConversations.id, id),
    orgId ? or(isNull(chatConversations.businessId), eq(chatConversations.businessId, orgId)) : ofBusiness(null),
  );
}

/**
 * A conversation with its newest messages, or those before a cursor, oldest first within the page.
 * @throws DomainError not_found, also for another person's conversation and for a business the person has left
 */
export async function findConversation(baseCtx: Ctx, id: string, { limit, cursor }: MessageFilter) {
  const person = allowPerson(baseCtx);
  const ctx = withConversations(baseCtx);
  const before = decodeCursor(cursor, 1)?.map(String);
  const [[conversation], rows] = await ctx.db.batch([
    ctx.db.select().from(chatConversations).where(isOwnConversation(person, id)),
    ctx.db
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
  if (!conversation) throw conversationNotFound();
  const { items, nextCursor } = page(rows, limit, null, (row) => [row.id]);
  const messages = await Promise.all(items.reverse().map((row) => shown(ctx, row)));
  const { title, businessId, createdAt, updatedAt } = conversation;
  const about: ChatSubject = businessId === null ? "household" : "business";
  return { ...{ id, title, about, createdAt, updatedAt }, messages, earlierCursor: nextCursor };
}

export type Conversation = Awaited<ReturnType<typeof findConversation>>;

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
export async function deleteConversation(baseCtx: Ctx, id: string): Promise<{ id: string }> {
  const person = allowPerson(baseCtx);
  const ctx = withConversations(baseCtx);
  return once(ctx, "deleteConversation", { id }, (commit) =>
    commit(person.member, {
      writes: [
        ctx.db.delete(chatConversations).where(isOwnConversation(person, id)),
        assertRowChanged(ctx, "conversation_gone"),
      ],
      result: { id },
      refusals: { conversation_gone: conversationNotFound },
    }),
  );
}

/** Deletes all conversations of a subject; returns how many there were. @throws DomainError forbidden */
export async function deleteConversations(baseCtx: Ctx, about: ChatSubject): Promise<{ deleted: number }> {
  const person = allowPerson(baseCtx);
  const ctx = withConversations(baseCtx);
  const businessId = businessOf(person, about);
  const rows = await ctx.db
    .delete(chatConversations)
    .where(and(eq(chatConversations.userId, person.userId), ofBusiness(businessId)))
    .returning({ id: chatConversations.id });
  return { deleted: rows.length };
}

/** The last messages before a question, oldest first, and its answer if there is one. */
export async function readTurn(
  baseCtx: Ctx,
  { conversationId, questionId }: { conversationId: string; questionId: string },
) {
  const person = allowPerson(baseCtx);
  const ctx = withConversations(baseCtx);
  const own = and(eq(chatMessages.userId, person.userId), eq(chatMessages.conversationId, conversationId));
  const [[conversation], named, before] = await ctx.db.batch([
    ctx.db.select().from(chatConversations).where(isOwnConversation(person, conversationId)),
    ctx.db
      .select()
      .from(chatMessages)
      .where(and(own, or(eq(chatMessages.id, questionId), inArray(chatMessages.questionId, [questionId])))),
    ctx.db
      .select()
      .from(chatMessages)
      .where(and(own, sql`chat_messages.id < ${questionId}`))
      .orderBy(desc(chatMessages.id))
      .limit(10),
  ]);
  const question = named.find(({ id }) => id === questionId);
  if (!conversation || question?.author !== "person") throw conversationNotFound();
  const answer = named.find((row) => row.questionId === questionId) ?? null;
  return { conversation, question, answer, before: before.reverse() };
}
