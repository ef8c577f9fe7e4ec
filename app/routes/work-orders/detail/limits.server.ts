import { getZodConstraint } from "@conform-to/zod/v4";
import { NoteInput, TaskInput } from "~/domain/work-orders/schema";

export type Limits = ReturnType<typeof limitsOf>;

/** What the schemas say of the one-line forms on the screen, for the browser to hold. */
export const inlineLimits = {
  note: limitsOf(getZodConstraint(NoteInput).body),
  task: limitsOf(getZodConstraint(TaskInput).title),
};

function limitsOf(constraint: { required?: boolean; maxLength?: number } | undefined) {
  return { required: constraint?.required, maxLength: constraint?.maxLength };
}
