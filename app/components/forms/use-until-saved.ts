import { useState } from "react";

type Sent<T> = { value: T; isSaving: boolean; isHeld: boolean };
type Answer = Pick<Sent<unknown>, "isSaving"> & {
  /** Refused or unanswered, and perhaps saved all the same. */ isInDoubt: boolean;
};

/**
 * What a hidden field of a form is sent with: the value with which the form opened, until an answer says whether it was saved; then
 * the loader's. Reloads while it is open change neither: with another key, sending again after a lost answer would save twice, and
 * with a later version, what someone else saved meanwhile would be overwritten.
 */
export function useUntilSaved<T extends string | number | undefined>(loaded: T, answer: Answer): T {
  const [last, setLast] = useState<Sent<T>>({ value: loaded, isSaving: false, isHeld: true });
  const next = nextSent(last, loaded, answer);
  if (next.value !== last.value || next.isSaving !== last.isSaving || next.isHeld !== last.isHeld) setLast(next);
  return next.value;
}

export function nextSent<T>(last: Sent<T>, loaded: T, { isSaving, isInDoubt }: Answer): Sent<T> {
  // Another form's answer replaces this form's, so that it counts only when it arrives.
  const isHeld = isSaving || (last.isSaving ? isInDoubt : last.isHeld);
  return { value: isHeld ? last.value : loaded, isSaving, isHeld };
}
