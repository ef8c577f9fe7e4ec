import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { chatAnalyst, chatPieces } from "#worker/providers/industry-analyst";

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

test("chunks are joined wherever the stream is cut, with the token usage", async () => {
  const stream = `${says("{")}${says("}")}${says("", "stop")}${used}data: [DONE]\n\n`;
  for (const size of [1, 7, 40, 10_000]) {
    const chunks = stream.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [];
    expect(await read(chunks)).toEqual({ text: "{}", inputTokens: 900, outputTokens: 40 });
  }
});

test("a non-streaming response is read too", async () => {
  const whole = {
    choices: [{ message: { content: "{}" }, finish_reason: "stop" }],
    usage: { prompt_tokens: 3, completion_tokens: 1 },
  };
  expect(await read([JSON.stringify(whole)])).toEqual({ text: "{}", inputTokens: 3, outputTokens: 1 });
});

test.each([
  ["truncated at the length limit", [says("{"), says("", "length")], "cut off"],
  ["that ends midway", [says("{")], "cut off"],
  ["that is not JSON", ["data: <html>\n\n"], "cannot be read"],
  ["that is an HTML page", ["<html></html>"], "cannot be read"],
  ["that is empty", [], "cannot be read"],
  ["that is a refusal", [`data: {"choices":[{"delta":{"refusal":"No"}}]}\n\n`], "cannot be read"],
])("an answer %s gives a readable error", async (_, chunks, words) => {
  await expect(read(chunks)).rejects.toThrow(words);
});

let reply: (response: ServerResponse) => void = () => {};
const server = createServer((_, response) => reply(response));
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
afterEach(() => vi.restoreAllMocks());
// Guarantee: it listens on a local port.
const { port } = server.address() as AddressInfo;

test.each<[string, (response: ServerResponse) => void]>([
  ["never responds", () => {}],
  ["stops midway", (response) => response.writeHead(200).write(says('{"remarks":['))],
])("a model that %s times out after a minute with a readable error", async (_, how) => {
  reply = how;
  const over = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(over.signal);
  const analyst = chatAnalyst({
    ...{ LANGUAGE_API_URL: `http://127.0.0.1:${port}`, LANGUAGE_API_KEY: "secret", LANGUAGE_MODEL: "some-model" },
    ...{ LANGUAGE_INPUT_PRICE: undefined, LANGUAGE_OUTPUT_PRICE: undefined },
  });
  const pieces = analyst?.remarksOn({ facts: "{}", codes: ["23"] }, new AbortController().signal);
  const heard = (async () => {
    while (!(await pieces?.next())?.done);
  })();
  const refused = expect(heard).rejects.toThrow("The language model took too long. Try again.");
  await vi.waitFor(() => expect(timeout).toHaveBeenCalledWith(60_000));
  over.abort();
  await refused;
});
