import { useNavigate, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { type ChatEvent, type ChatMessage, type ChatSubject, subjectQuery } from "~/domain/chat/message";
import { streamedEvents } from "~/lib/event-stream";
import { paths } from "~/paths";

/** A question in progress, or its outcome. */
interface Running {
  /** Null until the question is stored. */
  conversationId: string | null;
  question: ChatMessage | null;
  text: string;
  looking: string | null;
  reply: string;
  state: "answering" | "stopped" | "trouble";
  trouble: string | null;
  /** Set until the page has reloaded it with the other messages. */
  answer: ChatMessage | null;
}

export type Answering = ReturnType<typeof useAnswer>;

type NewQuestion = { text: string; conversationId?: string; about?: ChatSubject };

/** The one question being answered, whichever conversation is shown. */
export function useAnswer() {
  const [running, setRunning] = useState<Running | null>(null);
  const stop = useRef<AbortController | null>(null);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  // Leaving the assistant stops waiting; the question is stored.
  useEffect(() => () => stop.current?.abort(), []);

  async function run(
    path: string,
    body: Partial<NewQuestion> & { questionId?: string },
    begin: Pick<Running, "conversationId" | "question" | "text">,
  ) {
    stop.current?.abort();
    const current = new AbortController();
    stop.current = current;
    setRunning({ ...begin, looking: null, reply: "", state: "answering", trouble: null, answer: null });
    const change = (part: Partial<Running>) => setRunning((before) => before && { ...before, ...part });
    const options = { body, idempotencyKey: crypto.randomUUID(), signal: current.signal };
    for await (const event of streamedEvents<ChatEvent>(path, options)) {
      if (current.signal.aborted) return;
      switch (event.type) {
        case "saved":
          change({ conversationId: event.conversationId, question: event.question });
          if (!begin.conversationId) {
            // The list beside it stays that of the same subject.
            navigate(paths.conversation(event.conversationId, subjectQuery(body.about)), { replace: true });
          }
          break;
        case "looking":
          change({ looking: event.at });
          break;
        case "text":
          change({ reply: event.text, looking: null });
          break;
        case "done":
          change({ answer: event.answer });
          revalidate();
          break;
        case "trouble":
          change({ state: "trouble", trouble: event.message });
      }
    }
  }

  return {
    running,
    isBusy: running?.state === "answering" && running.answer === null,
    ask: ({ text, conversationId, about }: NewQuestion) =>
      void run(
        paths.apiChatQuestions(),
        { text, conversationId, about: conversationId ? undefined : about },
        { conversationId: conversationId ?? null, question: null, text },
      ),
    retry: (conversationId: string, question: ChatMessage) =>
      void run(
        paths.apiChatRetry(),
        { conversationId, questionId: question.id },
        { conversationId, question, text: question.text },
      ),
    cancel: () => {
      stop.current?.abort();
      setRunning((before) => before && { ...before, state: "stopped" });
      revalidate();
    },
  };
}
