import { z } from "zod";
import { DomainError } from "~/domain/shared/errors";
import { jsonOf } from "./http-client";

/** Of one event of the stream: an endless line is not a valid response. */
const MAX_LINE = 1_000_000;
/** Of a response that is not a stream. */
const MAX_WHOLE = 200_000;

export const CallPart = z.object({
  index: z.number().int().min(0).max(63).optional(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
const Delta = z.object({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(CallPart).nullish(),
});
const Event = z.object({
  choices: z.array(z.object({ delta: Delta.nullish(), finish_reason: z.string().nullish() })).default([]),
  usage: z.unknown().optional(),
});

/** `finish`: null until the last one. `usage`: the token usage as sent, if this one has it. */
type ChatEvent =
  | { kind: "event"; delta: z.output<typeof Delta> | null; finish: string | null; usage: unknown }
  | { kind: "whole"; text: string };

export const unreadable = () => new DomainError("unavailable", "The language model's answer cannot be read.");

/**
 * Yields the events of a server-sent event stream of chat completions, or, once, a response that is not a stream.
 * @throws DomainError unavailable for an event that cannot be read
 */
export async function* chatEvents(chunks: AsyncIterable<string>): AsyncGenerator<ChatEvent, void> {
  let [rest, whole] = ["", ""];
  let isStream = false;
  for await (const chunk of chunks) {
    rest += chunk;
    if (!isStream && whole.length < MAX_WHOLE) whole += chunk;
    const lines = rest.split(/\r?\n/);
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE) throw unreadable();
    for (const line of lines) {
      if (!line.startsWith("data:")) continue;
      isStream = true;
      const text = line.slice(5).trim();
      if (text === "[DONE]") continue;
      const read = Event.safeParse(jsonOf(text));
      if (!read.success) throw unreadable();
      const { choices, usage } = read.data;
      const [choice] = choices;
      yield { kind: "event", delta: choice?.delta ?? null, finish: choice?.finish_reason ?? null, usage };
    }
  }
  if (!isStream) yield { kind: "whole", text: whole };
}
