import { z } from "zod";
import { optionalLine, version } from "~/domain/shared/fields";
import { CHECK_ANSWERS } from "./results";

const id = z.string().min(1).max(64);

/** What was put down for a task of a work order, by its kind. */
export const TaskResultInput = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("check"),
      answer: z.enum(CHECK_ANSWERS, { error: "Say whether it passed" }),
      remark: optionalLine(500),
    }),
    z.object({ kind: z.literal("measurement"), value: z.number({ error: "Enter what was measured" }) }),
    z.object({ kind: z.literal("photo"), photoIds: z.array(id).min(1, "Take a photo").max(20) }),
    z.object({ kind: z.literal("signature"), signatureId: id }),
    z.object({ kind: z.literal("reading"), readingId: id, withinLimits: z.boolean().nullable().default(null) }),
    z.object({
      kind: z.literal("note"),
      text: z.string({ error: "Write a note" }).trim().min(1, "Write a note").max(4000),
    }),
  ],
  { error: "Unknown kind of result" },
);
/** The task's version as it was seen: what was put down since is not overwritten. */
const seen = { version: version.optional() };
export const TaskResultBody = z.intersection(z.object(seen), TaskResultInput);
/** The same beside the task, as a form sends it. */
export const TaskResultForm = z.intersection(z.object({ taskId: z.guid(), ...seen }), TaskResultInput);

export type TaskResultInput = z.output<typeof TaskResultInput>;
