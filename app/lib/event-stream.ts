import { request } from "./request";

interface Trouble {
  type: "trouble";
  message: string;
}

const UNREACHABLE: Trouble = { type: "trouble", message: "Plenum can't be reached right now. Try again." };

interface Sent {
  body: object;
  /** A retry with the same key has one effect. */
  idempotencyKey?: string;
  signal: AbortSignal;
}

/**
 * Posts JSON and yields the events of the response as they arrive. Server errors and lost connections are yielded as
 * `trouble` with a message. Ends silently when `signal` is aborted.
 */
export async function* streamedEvents<Event>(
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
    for (let rest = ""; ; ) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) yield JSON.parse(event.slice(event.indexOf("data: ") + 6));
    }
  } catch {
    if (!signal.aborted) yield UNREACHABLE;
  }
}
