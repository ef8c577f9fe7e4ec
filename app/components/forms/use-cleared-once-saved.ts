import { type RefObject, useEffect, useRef } from "react";
import type { useActionForm } from "./use-action-form";

/** Ref of a form that stays on the page: it is cleared once what it sent was saved, and by nothing else. */
export function useClearedOnceSaved({
  isSaving,
  lastResult,
}: Pick<ReturnType<typeof useActionForm>, "isSaving" | "lastResult">): RefObject<HTMLFormElement> {
  const form = useRef<HTMLFormElement>(null);
  const wasSaving = useRef(false);

  // The input is the browser's own state.
  useEffect(() => {
    if (wasSaving.current && !isSaving && !lastResult) form.current?.reset();
    wasSaving.current = isSaving;
  }, [isSaving, lastResult]);
  return form;
}
