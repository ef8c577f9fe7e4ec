import { useState } from "react";

type Opened = {
  /** Idempotency key: one for each save. */ key?: string;
  /** Version of the row. */ version?: number;
};
type Sent = { value: Opened; isSaving: boolean; isHeld: boolean };
type Answer = Pick<Sent, "isSaving"> & {
  /** Refused or unanswered, and perhaps saved all the same. */ isInDoubt: boolean;
};

/**
 * What a form is sent with: the key and version with which it opened, until an answer says that it was saved; then those loaded
 * after the save, until the next. Reloads while it is open change neither: with another key, sending again after a lost answer would
 * save twice, and with a later version, what someone else saved meanwhile would be overwritten.
 */
export function useUntilSaved(loaded: Opened, answer: Answer): Opened {
  const [last, setLast] = useState<Sent>({ value: loaded, isSaving: false, isHeld: true });
  const next = nextSent(last, loaded, answer);
  if (next.isSaving !== last.isSaving || next.isHeld !== last.isHeld || isOther(next.value, last.value)) setLast(next);
  return next.value;
}

export function nextSent(last: Sent, loaded: Opened, { isSaving, isInDoubt }: Answer): Sent {
  // Another form's answer replaces this form's, so that it counts only when it arrives.
  const isHeld = isSaving || (last.isSaving ? isInDoubt : last.isHeld);
  if (isHeld) return { value: last.value, isSaving, isHeld };
  // What was read before the save may arrive after it.
  const isNext = loaded.version === undefined ? loaded.key !== last.value.key : loaded.version !== last.value.version;
  return { value: loaded, isSaving, isHeld: isNext };
}

function isOther(one: Opened, two: Opened): boolean {
  return one.key !== two.key || one.version !== two.version;
}
