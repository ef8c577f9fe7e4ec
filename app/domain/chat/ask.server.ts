import { and, eq } from "drizzle-orm";
import { chatConversations, chatMessages } from "#drizzle/schema/chat";
import type { Ctx } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { type Limit, PRO_ALLOWANCE } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { allowPerson } from "~/domain/shared/permissions";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { householdZone } from "~/domain/shared/time/household-day";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import {
  businessOf,
  conversationNotFound,
  isOwnConversation,
  type MessageRow,
  ownerOf,
  readTurn,
  shown,
  subjectOf,
  subjectOfConversation,
  withConversations,
} from "./conversations.server";
import { byGrammar, byModel, type Draft } from "./find-answer.server";
import { type ChatEvent, titleOf } from "./message";
import type { Question, Retry } from "./schema";

const QUESTIONS: Limit = {
  ...{
    name: "assistant",
    what: "questions to the assistant",
    perPerson: 120,
    perBusiness: 1200,
    timesOnPro: PRO_ALLOWANCE,
  },
  seconds: HOUR_SECONDS,
};

/**
 * Stores a question and streams its answer. If a later step fails, the question remains and can be retried.
 * @throws DomainError not_found; forbidden; too_many_requests
 */
export async function* askAssistant(ctx: Ctx, input: Question, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  allowPerson(ctx);
  await limitUse(ctx, QUESTIONS);
  yield* answer(ctx, await saveQuestion(ctx, input), signal);
}

/** Answers a stored question that has no answer. @throws DomainError like `askAssistant` */
export async function* retryQuestion(ctx: Ctx, input: Retry, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  allowPerson(ctx);
  await limitUse(ctx, QUESTIONS);
  yield* answer(ctx, input, signal);
}

/** Idempotent by key: a retry finds the question it stored, on either shard. */
function saveQuestion(ctx: Ctx, input: Question): Promise<{ conversationId: string; questionId: string }> {
  const person = allowPerson(ctx);
  return once(ctx, "askAssistant", input, async (commit) => {
    const at = ctx.now.toISOString();
    const conversationId = input.conversationId ?? ctx.newId();
    const questionId = ctx.newId();
    const about = input.conversationId
      ? await subjectOfConversation(ctx, input.conversationId)
      : subjectOf(person, input.about);
    const conversation = input.conversationId
      ? [
          ctx.db
            .update(chatConversations)
            .set({ updatedAt: at })
            .where(isOwnConversation(person, conversationId, [about])),
          assertRowChanged(ctx, "conversation_gone"),
        ]
      : [
          ctx.db.insert(chatConversations).values({
            ...{ userId: person.userId, id: conversationId, title: titleOf(input.text) },
            ...{ businessId: businessOf(person, about), createdAt: at, updatedAt: at },
          }),
        ];
    return commit(ownerOf(person, about), {
      writes: [
        ...conversation,
        ctx.db.insert(chatMessages).values({
          ...{ userId: person.userId, conversationId, id: questionId },
          ...{ author: "person", text: input.text, createdAt: at },
        }),
      ],
      result: { conversationId, questionId },
      refusals: { conversation_gone: conversationNotFound },
    });
  });
}

async function* answer(ctx: Ctx, which: Retry, signal: AbortSignal): AsyncGenerator<ChatEvent> {
  const turn = await readTurn(ctx, which);
  const { conversationId } = which;
  yield { type: "saved", conversationId, question: await shown(ctx, turn.question) };
  if (turn.answer) {
    yield { type: "done", answer: await shown(ctx, turn.answer) };
    return;
  }
  const person = allowPerson(ctx);
  const { about } = turn;
  const zone = about === "business" ? (person.member?.timeZone ?? "UTC") : householdZone(ctx);
  const question = { about, zone, text: turn.question.text, before: turn.before, name: person.firstName };
  const draft = ctx.providers.assistant
    ? yield* byModel(ctx, ctx.providers.assistant, { question, signal })
    : await byGrammar(ctx, question);
  // The client is gone: the question remains stored.
  if (signal.aborted || !draft) return;
  const saved = await saveAnswer(withConversations(ctx, about), which, draft);
  yield saved
    ? { type: "done", answer: await shown(ctx, saved) }
    : { type: "trouble", message: "This conversation has been deleted." };
}

/** Null if the conversation is deleted. An answer already saved by another tab is kept. */
async function saveAnswer(ctx: Ctx, { conversationId, questionId }: Retry, draft: Draft): Promise<MessageRow | null> {
  const { userId } = allowPerson(ctx);
  const row: MessageRow = {
    ...{ userId, conversationId, id: ctx.newId(), author: "assistant", text: draft.text, model: draft.model },
    findings: draft.findings.length > 0 ? JSON.stringify(draft.findings) : null,
    notices: draft.notices.length > 0 ? JSON.stringify(draft.notices) : null,
    questionId,
    proposal: draft.proposal && JSON.stringify(draft.proposal),
    proposalState: draft.proposal ? "open" : null,
    ...{ proposalResult: null, createdAt: ctx.now.toISOString() },
  };
  try {
    await ctx.db.insert(chatMessages).values(row);
    return row;
  } catch (error) {
    if (failedOn(error, "FOREIGN KEY")) return null;
    if (!failedOn(error, "chat_messages.question_id")) throw error;
    const [other] = await ctx.db
      .select()
      .from(chatMessages)
      .where(and(eq(chatMessages.userId, userId), eq(chatMessages.questionId, questionId)));
    return other ?? null;
  }
}
