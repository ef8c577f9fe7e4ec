import { request } from "./request";

interface Trouble {
  type: "trouble";
  message: string;
}

const UNREACHABLE: Trouble = { type: "trouble", message: "Plenum can't be reached right now. Try again." };
const LOST: Trouble = { type: "trouble", message: "The connection was lost. Try again." };
/** The events that end an answer. */
const LAST = ["done", "trouble"];

interface Sent {
  body: object;
  /** A retry with the same key has one effect. */
  idempotencyKey?: string;
  signal: AbortSignal;
}

/**
 * Posts JSON and yields the events of the response as they arrive. Server errors and lost connections are yielded as
 * `trouble` with a message, and so is an answer that ends before its `done`. Ends silently when `signal` is aborted.
 */
export async function* streamedEvents<Event extends { type: string }>(
  path: string,
  { body, idempotencyKey, signal }: Sent,
): AsyncGenerator<Event | Trouble> {
  try {
    const headers = { Accept: "text/event-stream" };
    const answer = await request(path, { method: "POST", headers, body, idempotencyKey, signal });
    const reader = answer.body?.getReader();
    if (!answer.ok || !reader) {
      const refusal: unknown = await answer.json().catch(() => null);
      const hasMessage = typeof refusal === "object" && refusal !== null && "message" in refusal;
      yield hasMessage ? { type: "trouble", message: String(refusal.message) } : UNREACHABLE;
      return;
    }
    const decoder = new TextDecoder();
    let isOver = false;
    for (let rest = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) {
        if (!isOver) yield LOST;
        return;
      }
      const events = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = events.pop() ?? "";
      for (const text of events) {
        const event: Event = JSON.parse(text.slice(text.indexOf("data: ") + 6));
        isOver = LAST.includes(event.type);
        yield event;
      }
    }
  } catch {
    if (!signal.aborted) yield UNREACHABLE;
  }
}
