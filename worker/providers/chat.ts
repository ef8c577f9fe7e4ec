import { z } from "zod";

const Content = z.union([z.string(), z.record(z.string(), z.unknown())]);

/** What a model answered, in OpenAI's shape, or Workers AI's own, alone or as its REST API wraps it. */
export const ChatAnswer = z.union([
  z
    .object({
      choices: z
        .array(z.object({ message: z.object({ content: Content.nullable() }), finish_reason: z.string().nullish() }))
        .min(1),
    })
    .transform(({ choices }) => {
      const [choice] = choices;
      // Cut off: what is missing may be what matters.
      return choice?.finish_reason === "length" ? null : (choice?.message.content ?? null);
    }),
  z.object({ result: z.object({ response: Content }) }).transform(({ result }) => result.response),
  z.object({ response: Content }).transform(({ response }) => response),
]);

export type ChatContent = z.output<typeof Content>;

/** The JSON that a model was asked for. Some put a fence around it. Null where it is none. */
export function valueIn(content: ChatContent): unknown {
  if (typeof content !== "string") return content;
  try {
    return JSON.parse(content.replace(/^\s*```(?:json)?|```\s*$/g, ""));
  } catch {
    return null;
  }
}
