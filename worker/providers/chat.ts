import { z } from "zod";

const Content = z.union([z.string(), z.record(z.string(), z.unknown())]);

/** A model's answer in OpenAI's format or Workers AI's own, bare or wrapped by its REST API. */
export const ChatAnswer = z.union([
  z
    .object({
      choices: z
        .array(z.object({ message: z.object({ content: Content.nullable() }), finish_reason: z.string().nullish() }))
        .min(1),
    })
    .transform(({ choices }) => {
      const [choice] = choices;
      // Truncated: the missing part may be what matters.
      return choice?.finish_reason === "length" ? null : (choice?.message.content ?? null);
    }),
  z.object({ result: z.object({ response: Content }) }).transform(({ result }) => result.response),
  z.object({ response: Content }).transform(({ response }) => response),
]);

export type ChatContent = z.output<typeof Content>;

/** The JSON in a model's answer, with or without a Markdown code fence. Null if there is none. */
export function valueIn(content: ChatContent): unknown {
  if (typeof content !== "string") return content;
  try {
    return JSON.parse(content.replace(/^\s*```(?:json)?|```\s*$/g, ""));
  } catch {
    return null;
  }
}
