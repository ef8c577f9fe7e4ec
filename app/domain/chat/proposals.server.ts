import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import { chatConversations, chatMessages } from "#drizzle/schema/chat";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allowMember, allowPerson } from "~/domain/shared/permissions";
import { sha256, verify } from "~/domain/shared/secrets/tokens.server";
import { assertHolds, assertRowChanged, type CommitHook, commit } from "~/domain/shared/write.server";
import {
  isOwnConversation,
  type MessageRow,
  type ProposalClaim,
  shown,
  stored,
  withConversations,
} from "./conversations.server";
import type { ChatMessage, Proposal } from "./message";
import type { ProposalToken } from "./schema";
import { executeWrite } from "./write-tools.server";

/** Only conversations about a business have tools that write. */
const SUBJECT = "business";

const unknown = () => notFound("This proposal was not found. Please ask again.");

const wasDeclined = () => new DomainError("conflict", "This was declined. Please ask again.");

/**
 * Confirms exactly what was shown: it is written with the person's current permissions, and only once, however often it is
 * confirmed.
 * @throws DomainError not_found; conflict if it expired or was declined; like the use case that writes it
 */
export async function confirmProposal(ctx: Ctx, { token }: ProposalToken): Promise<ChatMessage> {
  const me = allowMember(ctx);
  const { row, claim } = await proposed(ctx, token);
  const isOver = claim.expiresAt <= ctx.now.toISOString();
  // Without a result, an earlier request broke off right after the change: this one gets its result by the key.
  if (row.proposalState === "done" && (row.proposalResult !== null || isOver)) return shown(ctx, row);
  if (row.proposalState === "declined") throw wasDeclined();
  if (isOver) throw new DomainError("conflict", "This proposal has expired. Please ask again.");
  const proposal = stored<Proposal>(row.proposal);
  if (!proposal) throw unknown();
  const writing: Ctx = {
    ...ctx,
    request: { ...ctx.request, idempotencyKey: `chat-proposal:${row.id}` },
    commitHooks: [...ctx.commitHooks, confirmedHook(row)],
  };
  const result = await executeWrite(writing, proposal.tool, proposal.args);
  const done = { proposalState: "done" as const, proposalResult: JSON.stringify(result) };
  try {
    await commit(withConversations(ctx, SUBJECT), me, {
      writes: [
        ctx.db
          .update(chatMessages)
          .set(done)
          .where(and(isMessage(row), isNull(chatMessages.proposalResult))),
        assertRowChanged(ctx, "confirmed_before"),
      ],
      audit: [{ action: "chat.confirm", entity: "chat_message", entityId: row.id, after: { tool: proposal.tool } }],
      result: null,
    });
  } catch (error) {
    // A second click has stored the same result, or the conversation is deleted: the change is written either way.
    if (!failedOn(error, "confirmed_before")) throw error;
  }
  return shown(ctx, { ...row, ...done });
}

/** Marks a proposal as done in the batch that writes it, so that it is never declined as well. */
const confirmedHook = (row: MessageRow): CommitHook => ({
  before: (ctx) => [
    ctx.db
      .update(chatMessages)
      .set({ proposalState: "done" })
      .where(and(isMessage(row), eq(chatMessages.proposalState, "open"))),
    assertHolds(
      ctx,
      "proposal_declined",
      sql`NOT EXISTS (SELECT 1 FROM chat_messages WHERE ${isMessage(row)} AND proposal_state = 'declined')`,
    ),
  ],
  refusals: () => ({ proposal_declined: wasDeclined }),
});

/** Declines a proposal; declining twice has no effect. @throws DomainError not_found; conflict if it has been written already */
export async function declineProposal(ctx: Ctx, { token }: ProposalToken): Promise<ChatMessage> {
  allowPerson(ctx);
  const { row } = await proposed(ctx, token);
  const declined = { proposalState: "declined" as const };
  const changed = await withConversations(ctx, SUBJECT)
    .db.update(chatMessages)
    .set(declined)
    .where(and(isMessage(row), inArray(chatMessages.proposalState, ["open", "declined"])))
    .returning({ id: chatMessages.id });
  if (changed.length === 0) throw new DomainError("conflict", "This was already saved.");
  return shown(ctx, { ...row, ...declined });
}

const isMessage = ({ userId, conversationId, id }: MessageRow) =>
  and(eq(chatMessages.userId, userId), eq(chatMessages.conversationId, conversationId), eq(chatMessages.id, id));

/** The message of a proposal's token: the person's own, in the business where it was made. */
async function proposed(ctx: Ctx, token: string): Promise<{ row: MessageRow; claim: ProposalClaim }> {
  const person = allowPerson(ctx);
  const claim = await verify(token, ctx.providers.secrets.signing);
  if (!isClaim(claim) || claim.userId !== person.userId || claim.orgId !== person.member?.orgId) throw unknown();
  const { conversationId, messageId } = claim;
  const { db } = withConversations(ctx, SUBJECT);
  const [[conversation], [row]] = await db.batch([
    db
      .select({ id: chatConversations.id })
      .from(chatConversations)
      .where(isOwnConversation(person, conversationId, [SUBJECT])),
    db
      .select()
      .from(chatMessages)
      .where(
        and(
          eq(chatMessages.userId, person.userId),
          eq(chatMessages.conversationId, conversationId),
          eq(chatMessages.id, messageId),
        ),
      ),
  ]);
  if (!conversation || !row?.proposal || (await sha256(row.proposal)) !== claim.hash) throw unknown();
  return { row, claim };
}

function isClaim(payload: unknown): payload is ProposalClaim {
  return typeof payload === "object" && payload !== null && "purpose" in payload && payload.purpose === "chat-proposal";
}
