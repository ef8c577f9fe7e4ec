import type { ChatEvent, ChatMessage } from "~/domain/chat/message";
import type { Visitor } from "./visitor";

/** The events of a streamed answer. */
export function eventsOf(text: string): ChatEvent[] {
  return text
    .split("\n\n")
    .filter(Boolean)
    .map((event) => JSON.parse(event.slice(event.indexOf("data: ") + 6)));
}

interface Answered {
  conversationId: string;
  question: ChatMessage;
  answer: ChatMessage;
  events: ChatEvent[];
}

interface NewQuestion {
  text: string;
  conversationId?: string;
  about?: "business" | "household";
}

/** Sends the assistant a question and waits for its answer. */
export async function ask(
  by: Visitor,
  question: NewQuestion | string,
  headers: Record<string, string> = {},
): Promise<Answered> {
  const body = typeof question === "string" ? { text: question } : question;
  const reply = await by.post<never>("/api/chat/questions", body, headers);
  if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
  const events = eventsOf(reply.text);
  const [saved] = events;
  const done = events.at(-1);
  if (saved?.type !== "saved" || done?.type !== "done") throw new Error(reply.text);
  return { conversationId: saved.conversationId, question: saved.question, answer: done.answer, events };
}
