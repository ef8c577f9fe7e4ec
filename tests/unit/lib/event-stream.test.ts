import { afterEach, expect, test, vi } from "vitest";
import { streamedEvents } from "~/lib/event-stream";

afterEach(() => vi.unstubAllGlobals());

/** The events read from a response of these pieces. */
async function eventsOf(...pieces: string[]) {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
  vi.stubGlobal("fetch", async () => new Response(body));
  const events: unknown[] = [];
  const { signal } = new AbortController();
  for await (const event of streamedEvents<{ type: string }>("/api/questions", { body: {}, signal }))
    events.push(event);
  return events;
}
const sent = (event: object) => `event: x\ndata: ${JSON.stringify(event)}\n\n`;

test("an answer that ends with its last event is complete, however its bytes are divided", async () => {
  const text = sent({ type: "text", text: "Ortega’s" }) + sent({ type: "done" });
  const bytes = [text.slice(0, 7), text.slice(7, 60), text.slice(60)];
  expect(await eventsOf(...bytes)).toEqual([{ type: "text", text: "Ortega’s" }, { type: "done" }]);
  const trouble = { type: "trouble", message: "Too many questions." };
  expect(await eventsOf(sent(trouble))).toEqual([trouble]);
});

test("an answer whose connection ends before its last event is reported", async () => {
  const lost = { type: "trouble", message: "The connection was lost. Try again." };
  expect(await eventsOf(sent({ type: "text" }))).toEqual([{ type: "text" }, lost]);
  expect(await eventsOf()).toEqual([lost]);
  expect(await eventsOf("event: done\ndata: {")).toEqual([lost]);
});
