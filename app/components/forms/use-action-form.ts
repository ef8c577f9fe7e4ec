import { parse, type Submission, useForm } from "@conform-to/react";
import { useActionData, useFormAction, useNavigation } from "@remix-run/react";
import type { FormEvent } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { useUnsavedForm } from "~/lib/unsaved-forms";
import { conflictCurrent } from "./conflict-current";
import type { saveStates } from "./save-state";

type FormOptions<Schema extends Record<string, unknown>> = Parameters<typeof useForm<Schema>>[0];

/** What the loader's `getZodConstraint` says of a form, for a part that is handed it. */
export type FormConstraint<Schema extends Record<string, unknown>> = FormOptions<Schema>["constraint"];

export type ActionFormOptions<Schema extends Record<string, unknown>> = {
  id: string;
  /** `getZodConstraint(Schema)` of the schema that the action reads, from the loader. */
  constraint: FormConstraint<Schema>;
  defaultValue?: FormOptions<Schema>["defaultValue"];
  /** Where the route has several forms: the `intent` that this one posts. */
  intent?: string;
  /** What is lost when the form is left: 'customer' asks 'Discard this customer?'. */
  noun?: string;
};

/**
 * conform's useForm on the route's own action. `Schema` is `z.input<typeof TheSchema>`. `current` is the row as it is now when
 * somebody else saved meanwhile; `sessionEnded` belongs anywhere in the page. Leaving the form before it is saved asks first.
 * A form with rows that are added, moved and taken away passes `onListSubmit` on as its `onSubmit`.
 */
export function useActionForm<Schema extends Record<string, unknown>>(options: ActionFormOptions<Schema>) {
  const { id, constraint, defaultValue, intent, noun } = options;
  const refusal = useFormRefusal(useActionData());
  const isMine = intent === undefined || refusal.lastResult?.initialValue?.intent === intent;
  const lastResult = isMine ? refusal.lastResult : undefined;
  const [form, fields] = useForm<Schema>({
    ...{ id, constraint, defaultValue, lastResult, shouldDirtyConsider },
    // Null: what a field was refused for stays.
    onValidate: ({ formData }): Submission<Schema> =>
      parse<Schema, string[]>(formData, { resolve: () => ({ error: toNull(Object.keys(form.allErrors)) }) }),
  });
  const isSaving = useIsSubmitting(intent);
  const saveState: (typeof saveStates)[number] = isSaving
    ? "saving"
    : lastResult
      ? "failed"
      : form.dirty
        ? "unsaved"
        : "saved";
  useUnsavedForm(saveState === "unsaved" || saveState === "failed", noun);
  return {
    form,
    fields,
    /** Does here what conform's list buttons ask for, which else is a way to the server and back for each press. */
    onListSubmit: (event: FormEvent<HTMLFormElement>) => {
      if (pressedName(event) === INTENT) form.onSubmit(event);
    },
    isSaving,
    saveState,
    lastResult,
    /** Facts of the conflict the form was refused for. */
    details: isMine ? refusal.details : undefined,
    current: isMine ? conflictCurrent(refusal.details) : null,
    sessionEnded: refusal.sessionEnded,
  };
}

function toNull(names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** The name of conform's own buttons. */
const INTENT = "__intent__";

function pressedName({ nativeEvent }: FormEvent): string | null {
  const pressed = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return pressed?.getAttribute("name") ?? null;
}

/** Sent along with every form and never typed. */
const UNTYPED = ["idempotencyKey", "intent", "version"];
const shouldDirtyConsider = (name: string) => !UNTYPED.includes(name);

/** Whether a form of this route is on its way, until the next screen is there; with `intent`, that one alone. */
export function useIsSubmitting(intent?: string): boolean {
  const { formAction, formData, formMethod } = useNavigation();
  const own = useFormAction();
  if (formMethod !== "POST" || formAction !== own) return false;
  return intent === undefined || formData?.get("intent") === intent;
}
