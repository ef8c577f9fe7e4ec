import { DomainError } from "~/domain/shared/errors";

interface StreamEvent {
  type: string;
}

/**
 * Server-sent events of JSON as they come. The first is awaited ahead of the answer, so that what fails at once has its own status;
 * what fails later ends the stream as `trouble` with a message. Whoever stops listening ends the work by `signal`.
 */
export async function eventStream<Event extends StreamEvent>(
  start: (signal: AbortSignal) => AsyncGenerator<Event>,
): Promise<Response> {
  const stop = new AbortController();
  const events = start(stop.signal);
  const encoder = new TextEncoder();
  let next: IteratorResult<StreamEvent> | null = await events.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = next ?? (await events.next().catch(troubleOf));
      next = null;
      if (done) return controller.close();
      controller.enqueue(encoder.encode(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`));
      if (value.type === "trouble") controller.close();
    },
    cancel: () => stop.abort(),
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" } });
}

/** What happens after the answer began can have no status any more. */
function troubleOf(error: unknown): IteratorResult<StreamEvent & { message: string }> {
  if (!(error instanceof DomainError)) throw error;
  return { done: false, value: { type: "trouble", message: error.message } };
}
