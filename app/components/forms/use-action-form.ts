import { parse, type Submission, type SubmissionResult, useForm } from "@conform-to/react";
import { useFormAction, useNavigation } from "@remix-run/react";
import { type FormEvent, useEffect } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { useUnsavedForm } from "~/lib/unsaved-forms";
import { useActionAnswer } from "~/lib/use-action-answer";
import { conflictCurrent } from "./conflict-current";
import type { saveStates } from "./save-state";

type FormOptions<Schema extends Record<string, unknown>> = Parameters<typeof useForm<Schema>>[0];

/** The loader's `getZodConstraint` result, for components that receive it as a prop. */
export type FormConstraint<Schema extends Record<string, unknown>> = FormOptions<Schema>["constraint"];

export type ActionFormOptions<Schema extends Record<string, unknown>> = {
  id: string;
  /** `getZodConstraint(Schema)` of the action's schema, from the loader. */
  constraint: FormConstraint<Schema>;
  defaultValue?: FormOptions<Schema>["defaultValue"];
  /** The `intent` this form posts, if the route has several forms. */
  intent?: string;
  /** What is lost when the form is left, in the singular: 'customer' prompts 'Discard this customer?'. */
  noun?: string;
};

/**
 * conform's useForm for the route's own action. `Schema` is `z.input<typeof TheSchema>`. `current` is the current row
 * if someone else saved it meanwhile; render `sessionEnded` anywhere in the page, for this form. Leaving the form before it is saved
 * prompts first. A form with rows that can be added, moved and removed passes `onListSubmit` as its `onSubmit`.
 */
export function useActionForm<Schema extends Record<string, unknown>>(options: ActionFormOptions<Schema>) {
  const { id, constraint, defaultValue, intent, noun } = options;
  const refusal = useFormRefusal(useActionAnswer());
  const isMine = intent === undefined || refusal.lastResult?.initialValue?.intent === intent;
  const lastResult = isMine ? refusal.lastResult : undefined;
  const [form, fields] = useForm<Schema>({
    ...{ id, constraint, defaultValue, lastResult, shouldDirtyConsider },
    // Null keeps the server's errors for the fields.
    onValidate: ({ formData }): Submission<Schema> =>
      parse<Schema, string[]>(formData, { resolve: () => ({ error: toNull(Object.keys(form.allErrors)) }) }),
  });
  useFocusedMessage(id, lastResult);
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
    /** Handles conform's list buttons in the browser, which would otherwise need a server round trip for each press. */
    onListSubmit: (event: FormEvent<HTMLFormElement>) => {
      if (pressedName(event) === INTENT) form.onSubmit(event);
    },
    isSaving,
    isInDoubt: isMine && refusal.isInDoubt,
    saveState,
    lastResult,
    /** Details of the conflict the form was refused for. */
    details: isMine ? refusal.details : undefined,
    current: isMine ? conflictCurrent(refusal.details) : null,
    sessionEnded: isMine ? refusal.sessionEnded : null,
  };
}

/** The focus goes to the message about a form refused as a whole: conform would take it for one about the first unnamed button. */
function useFocusedMessage(formId: string, lastResult: SubmissionResult | undefined): void {
  // The message appears with the result.
  useEffect(() => {
    const { "": own, ...ofFields } = lastResult?.error ?? {};
    if (!own || Object.values(ofFields).some((errors) => errors?.length)) return;
    document.getElementById(formId)?.querySelector<HTMLElement>('[role="alert"]')?.focus();
  }, [formId, lastResult]);
}

function toNull(names: readonly string[]): Record<string, null> {
  return Object.fromEntries(names.map((name) => [name, null]));
}

/** Name of conform's own buttons. */
const INTENT = "__intent__";

function pressedName({ nativeEvent }: FormEvent): string | null {
  const pressed = nativeEvent instanceof SubmitEvent ? nativeEvent.submitter : null;
  return pressed?.getAttribute("name") ?? null;
}

/** Submitted with every form and never typed. */
const UNTYPED = ["idempotencyKey", "intent", "version"];
const shouldDirtyConsider = (name: string) => !UNTYPED.includes(name);

/** Whether a form of this route is being submitted, until the next screen has loaded; with `intent`, only that form. */
export function useIsSubmitting(intent?: string): boolean {
  const { formAction, formData, formMethod } = useNavigation();
  const own = useFormAction();
  if (formMethod !== "POST" || formAction !== own) return false;
  return intent === undefined || formData?.get("intent") === intent;
}
