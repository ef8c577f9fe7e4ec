import { z } from "zod";
import type { Settings } from "#worker/env";
import type { Assistant, AssistantCall, AssistantMessage } from "~/domain/providers";
import { DomainError } from "~/domain/shared/errors";
import { CallPart, chatEvents, unreadable } from "./chat-stream";
import { type HttpClientOptions, HttpError, httpClient, jsonOf } from "./http-client";
import { modelTrouble } from "./model-trouble";

type LanguageSettings = Pick<Settings, "LANGUAGE_API_URL" | "LANGUAGE_API_KEY" | "LANGUAGE_MODEL">;

const TIMEOUT_MS = 45_000;
const MAX_TOKENS = 800;
const MAX_CALLS = 6;

/** A language model with tools, using streamed chat completions. Null without its URL, key and model. */
export function chatAssistant(
  settings: LanguageSettings,
  { deps, timeoutMs = TIMEOUT_MS }: Pick<HttpClientOptions, "deps" | "timeoutMs"> = {},
): Assistant | null {
  const { LANGUAGE_API_URL: baseUrl, LANGUAGE_API_KEY: key, LANGUAGE_MODEL: model } = settings;
  if (!baseUrl || !key || !model) return null;
  const headers = { authorization: `Bearer ${key}`, accept: "text/event-stream" };
  const client = httpClient({ service: "language", baseUrl, headers, timeoutMs, deps });
  return {
    model,
    reply: async function* ({ messages, tools }, signal) {
      const json = {
        model,
        messages: messages.map(wireMessage),
        temperature: 0.1,
        max_tokens: MAX_TOKENS,
        stream: true,
        ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: "function", function: tool })) }),
      };
      try {
        return yield* replyPieces(client.stream({ method: "POST", path: "/chat/completions", json }, signal));
      } catch (error) {
        if (error instanceof HttpError) throw modelTrouble(error);
        throw error;
      }
    },
  };
}

function wireMessage(message: AssistantMessage): object {
  switch (message.role) {
    case "system":
    case "user":
      return message;
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: message.content };
    case "assistant":
      return {
        ...{ role: "assistant", content: message.content },
        ...(message.calls.length > 0 && {
          tool_calls: message.calls.map(({ id, name, args }) => ({
            ...{ id, type: "function" },
            function: { name, arguments: JSON.stringify(args ?? {}) },
          })),
        }),
      };
  }
}

const Whole = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), tool_calls: z.array(CallPart).nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .default([]),
});

/** A response that is not a stream, as its only event. */
function wholeAnswer(text: string) {
  const whole = Whole.safeParse(jsonOf(text));
  const choice = whole.success ? whole.data.choices[0] : undefined;
  if (!choice?.message) throw unreadable();
  return { delta: choice.message, finish: choice.finish_reason ?? "stop" };
}

const cutOff = () => new DomainError("unavailable", "The language model's answer was cut off.");

/**
 * Yields the text of a server-sent event stream of chat completions and returns the tool calls at its end. Also reads a complete
 * response from a server that does not stream.
 * @throws DomainError unavailable for a truncated or empty answer
 */
async function* replyPieces(chunks: AsyncIterable<string>): AsyncGenerator<string, AssistantCall[]> {
  let finish: string | null = null;
  const calls = new Map<number, { id: string; name: string; json: string }>();
  const collect = (parts: z.output<typeof CallPart>[]) => {
    for (const [at, part] of parts.entries()) {
      const index = part.index ?? at;
      const call = calls.get(index) ?? { id: "", name: "", json: "" };
      calls.set(index, {
        id: part.id ?? call.id,
        name: part.function?.name || call.name,
        json: (call.json + (part.function?.arguments ?? "")).slice(0, 20_000),
      });
    }
  };
  for await (const event of chatEvents(chunks)) {
    const { delta, finish: reason } = event.kind === "whole" ? wholeAnswer(event.text) : event;
    finish = reason ?? finish;
    if (delta?.tool_calls) collect(delta.tool_calls);
    if (delta?.content) yield delta.content;
  }
  if (finish === null || finish === "length") throw cutOff();
  return [...calls.entries()]
    .sort(([a], [b]) => a - b)
    .slice(0, MAX_CALLS)
    .map(([index, { id, name, json }]) => ({ id: id || `call-${index}`, name, args: jsonOf(json || "{}") }));
}
