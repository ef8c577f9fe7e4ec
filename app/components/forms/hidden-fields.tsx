import { useId } from "react";
import { useUntilSaved } from "./use-until-saved";

interface HiddenFieldsProps {
  /**
   * One key for each time the page loads, so that submitting twice saves once; all forms of a page may take the same. Not needed
   * where nothing is added.
   */
  formKey?: string;
  /** Version of the row when the reader opened it. */
  version?: number;
  /** Identifies this form if the route's action has several. */
  intent?: string;
  isSaving: boolean;
  isInDoubt: boolean;
  /** The row someone else saved meanwhile: shown, so that saving again replaces it. */
  current?: { version: number } | null;
}

/** What a form sends beside its fields. It stays mounted as long as the form. */
export function HiddenFields({ formKey, version, intent, current, ...answer }: HiddenFieldsProps) {
  const id = useId();
  const sent = useUntilSaved({ key: formKey, version }, answer);
  return (
    <>
      {intent !== undefined && <input type="hidden" name="intent" value={intent} />}
      {sent.key !== undefined && <input type="hidden" name="idempotencyKey" value={`${sent.key}${id}`} />}
      {sent.version !== undefined && <input type="hidden" name="version" value={current?.version ?? sent.version} />}
    </>
  );
}
