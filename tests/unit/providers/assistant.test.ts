import { expect, test } from "vitest";
import { chatAssistant } from "#worker/providers/assistant";

const settings = {
  LANGUAGE_API_URL: "https://model.example/v1",
  LANGUAGE_API_KEY: "key",
  LANGUAGE_MODEL: "some-model",
};
const question = { messages: [{ role: "user" as const, content: "What is late?" }], tools: [] };

/** The model's complete text, from a server with the given response; aborted after a moment. */
async function reply(fetch: (signal: AbortSignal) => Promise<Response>, given = new AbortController().signal) {
  const deps = { fetch: (_url: URL, { signal }: RequestInit) => fetch(signal ?? given) };
  const assistant = chatAssistant(settings, { deps, timeoutMs: 60 });
  const pieces = assistant?.reply(question, given);
  if (!pieces) throw new Error("no assistant");
  let text = "";
  for (;;) {
    const { value, done } = await pieces.next();
    if (done) return { text, calls: value };
    text += value;
  }
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener("abort", () => reject(signal.reason));
  });
const event = (content: string) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`;

test("a model that does not answer times out with an error that says so", async () => {
  await expect(reply(untilAborted)).rejects.toThrow("The language model took too long. Try again.");
});

test("a model that stops mid-sentence times out too", async () => {
  const stalls = async (signal: AbortSignal) =>
    new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode(event("There a"))),
        pull: () => untilAborted(signal),
      }),
    );
  await expect(reply(stalls)).rejects.toThrow("took too long");
});

test("canceling a question aborts the call to the model at once", async () => {
  const person = new AbortController();
  let ended = false;
  const request = reply((signal) => {
    signal.addEventListener("abort", () => {
      ended = true;
    });
    person.abort();
    return untilAborted(signal);
  }, person.signal);
  await expect(request).rejects.toThrow();
  expect(ended).toBe(true);
});
