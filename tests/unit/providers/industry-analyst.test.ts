import { expect, test } from "vitest";
import { chatPieces } from "#worker/providers/industry-analyst";

async function read(chunks: readonly string[]) {
  const pieces = chatPieces(
    (async function* () {
      yield* chunks;
    })(),
  );
  let text = "";
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) return { text, ...value };
    text += value;
  }
}
const says = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`;
const used = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 900, completion_tokens: 40 } })}\n\n`;

test("pieces are put together wherever the stream is cut, with what they took", async () => {
  const stream = `${says("{")}${says("}")}${says("", "stop")}${used}data: [DONE]\n\n`;
  for (const size of [1, 7, 40, 10_000]) {
    const chunks = stream.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
    expect(await read(chunks)).toEqual({ text: "{}", inputTokens: 900, outputTokens: 40 });
  }
});

test("a server that answers whole is read, too", async () => {
  const whole = {
    choices: [{ message: { content: "{}" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 3, completion_tokens: 1 },
  };
  expect(await read([JSON.stringify(whole)])).toEqual({ text: "{}", inputTokens: 3, outputTokens: 1 });
});

test.each([
  ["cut off by its length", [says("{"), says("", "length")], "cut off"],
  ["that ends in the middle", [says("{")], "cut off"],
  ["that is no JSON", ["data: <html>\n\n"], "cannot be read"],
  ["that is a page", ["<html></html>"], "cannot be read"],
  ["that is nothing", [], "cannot be read"],
  ["that refuses", [`data: {"choices":[{"delta":{"refusal":"No"}}]}\n\n`], "cannot be read"],
])("an answer %s is an error in words", async (_, chunks, words) => {
  await expect(read(chunks)).rejects.toThrow(words);
});
