import { expect, test } from "vitest";
import { chatEvents } from "#worker/providers/chat-stream";

function read(chunks: readonly string[]) {
  const sent = { isClosed: false };
  async function* stream() {
    try {
      yield* chunks;
    } finally {
      sent.isClosed = true;
    }
  }
  return { events: chatEvents(stream()), sent };
}

async function all(chunks: readonly string[]) {
  const { events } = read(chunks);
  const seen: unknown[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

const event = (choice: object, more: object = {}) => `data: ${JSON.stringify({ choices: [choice], ...more })}\n\n`;

test("events are the same wherever the stream is cut, with calls, finish and usage", async () => {
  const parts = [{ index: 0, id: "call-a", function: { name: "find", arguments: "{}" } }];
  const used = `data: ${JSON.stringify({ usage: { prompt_tokens: 9 } })}\r\n\r\n`;
  const stream = `: hello\n${event({ delta: { content: "Hi" } })}${event({ delta: { tool_calls: parts }, finish_reason: "stop" })}${used}data: [DONE]\n\n`;
  for (const size of [1, 7, 40, 10_000]) {
    expect(await all(stream.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [])).toEqual([
      { kind: "event", delta: { content: "Hi" }, finish: null },
      { kind: "event", delta: { tool_calls: parts }, finish: "stop" },
      { kind: "event", delta: null, finish: null, usage: { prompt_tokens: 9 } },
    ]);
  }
});

test.each([
  ["complete", ['{"choices"', ":[]}"], '{"choices":[]}'],
  ["empty", [], ""],
  ["without a line's end", ["data: {"], "data: {"],
])("a response that is not a stream and %s comes whole", async (_, chunks, text) => {
  expect(await all(chunks)).toEqual([{ kind: "whole", text }]);
});

test.each([
  ["that is not JSON", "data: <html>\n"],
  ["of another shape", 'data: {"choices":7}\n'],
  ["without an end", `data: ${"x".repeat(1_500_000)}`],
])("an event %s cannot be read", async (_, chunk) => {
  await expect(all([chunk])).rejects.toThrow("The language model's answer cannot be read.");
});

test("whoever stops reading closes the stream", async () => {
  const { events, sent } = read([event({ delta: { content: "Hi" } }), event({ delta: { content: "!" } })]);
  await events.next();
  await events.return();
  expect(sent.isClosed).toBe(true);
});
