import type { Context } from "hono";
import type { HonoEnv } from "#worker/env";
import { reportError } from "#worker/middleware/errors";

interface StreamEvent {
  type: string;
}

/**
 * Streams JSON as server-sent events. The first event is awaited before the response starts, so that an immediate failure has its
 * own status; a later failure ends the stream with a `trouble` event and a message. `signal` aborts the work when the client
 * disconnects.
 */
export async function eventStream<Event extends StreamEvent>(
  c: Context<HonoEnv>,
  start: (signal: AbortSignal) => AsyncGenerator<Event>,
): Promise<Response> {
  const stop = new AbortController();
  const events = start(stop.signal);
  const encoder = new TextEncoder();
  let next: IteratorResult<StreamEvent> | null = await events.next();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = next ?? (await events.next().catch((error: Error) => troubleOf(error, c)));
      next = null;
      if (done) return controller.close();
      controller.enqueue(encoder.encode(`event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`));
      if (value.type === "trouble") controller.close();
    },
    cancel: () => stop.abort(),
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream", "X-Accel-Buffering": "no" } });
}

/** Once the response has started, an error can no longer have a status. */
function troubleOf(error: Error, c: Context<HonoEnv>): IteratorResult<StreamEvent & { message: string }> {
  return { done: false, value: { type: "trouble", message: reportError(error, c).message } };
}
