import { getZodConstraint } from "@conform-to/zod/v4";
import { NoteInput, TaskInput } from "~/domain/work-orders/schema";

export type Limits = ReturnType<typeof limitsOf>;

/** Schema limits of the one-line forms, for validation in the browser. */
export const inlineLimits = {
  note: limitsOf(getZodConstraint(NoteInput).body),
  task: limitsOf(getZodConstraint(TaskInput).title),
};

function limitsOf(constraint: { required?: boolean; maxLength?: number } | undefined) {
  return { required: constraint?.required, maxLength: constraint?.maxLength };
}
