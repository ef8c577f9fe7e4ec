import type { SubmissionResult } from "@conform-to/react";
import { useFetcher } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { conflictCurrent } from "~/components/forms/conflict-current";
import { useTypedForm } from "~/lib/unsaved-forms";

type Answer = { done?: boolean; lastResult?: SubmissionResult<string[]> };

/**
 * A form that stays on the page: submitted without navigating, reset once accepted, with a refusal shown next to it. If
 * something has been typed, leaving prompts first: 'note' prompts 'Discard this note?'. `sent` is for its `HiddenFields`.
 */
export function useInlineForm<Given extends Answer = Answer>(noun?: string) {
  const fetcher = useFetcher<Given>();
  const form = useRef<HTMLFormElement>(null);
  const { lastResult, details, isInDoubt, sessionEnded } = useFormRefusal(fetcher.data);
  const taken = fetcher.data?.done === true && fetcher.state === "idle";
  useTypedForm(form, fetcher.state !== "idle", noun);
  useEmptied(form, taken);
  const error = Object.values(lastResult?.error ?? {})
    .flatMap((messages) => messages ?? [])
    .join(" ");
  const busy = fetcher.state !== "idle";
  return {
    fetcher,
    form,
    sent: { isSaving: busy, isInDoubt, current: conflictCurrent(details) },
    taken,
    busy,
    error: busy ? "" : error,
    sessionEnded,
  };
}

function useEmptied(form: RefObject<HTMLFormElement>, taken: boolean): void {
  // The input is the browser's own state; it is cleared once the server has accepted it.
  useEffect(() => {
    if (taken) form.current?.reset();
  }, [form, taken]);
}
