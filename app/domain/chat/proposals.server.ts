import { and, eq, ne } from "drizzle-orm";
import { chatConversations, chatMessages } from "#drizzle/schema/chat";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allowMember, allowPerson } from "~/domain/shared/permissions";
import { sha256, verify } from "~/domain/shared/secrets/tokens.server";
import { commit } from "~/domain/shared/write.server";
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

/**
 * Confirms exactly what was shown: it is written with the person's current permissions, and only once, however often it is
 * confirmed.
 * @throws DomainError not_found; conflict if it expired or was declined; like the use case that writes it
 */
export async function confirmProposal(ctx: Ctx, { token }: ProposalToken): Promise<ChatMessage> {
  const me = allowMember(ctx);
  const { row, claim } = await proposed(ctx, token);
  if (row.proposalState === "done") return shown(ctx, row);
  if (row.proposalState === "declined") throw new DomainError("conflict", "This was declined. Please ask again.");
  if (claim.expiresAt <= ctx.now.toISOString()) {
    throw new DomainError("conflict", "This proposal has expired. Please ask again.");
  }
  const proposal = stored<Proposal>(row.proposal);
  if (!proposal) throw unknown();
  const idempotencyKey = `chat-proposal:${row.id}`;
  const result = await executeWrite(
    { ...ctx, request: { ...ctx.request, idempotencyKey } },
    proposal.tool,
    proposal.args,
  );
  const done = { proposalState: "done" as const, proposalResult: JSON.stringify(result) };
  await commit(withConversations(ctx, SUBJECT), me, {
    writes: [
      // Also overrides a concurrent decline, since the change has been written.
      ctx.db
        .update(chatMessages)
        .set(done)
        .where(and(isMessage(row), ne(chatMessages.proposalState, "done"))),
    ],
    audit: [{ action: "chat.confirm", entity: "chat_message", entityId: row.id, after: { tool: proposal.tool } }],
    result: null,
  });
  return shown(ctx, { ...row, ...done });
}

/** Declines a proposal; declining twice has no effect. @throws DomainError not_found; conflict if it has been written already */
export async function declineProposal(ctx: Ctx, { token }: ProposalToken): Promise<ChatMessage> {
  allowPerson(ctx);
  const { row } = await proposed(ctx, token);
  if (row.proposalState === "done") throw new DomainError("conflict", "This was already saved.");
  const declined = { proposalState: "declined" as const };
  await withConversations(ctx, SUBJECT)
    .db.update(chatMessages)
    .set(declined)
    .where(and(isMessage(row), eq(chatMessages.proposalState, "open")));
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
