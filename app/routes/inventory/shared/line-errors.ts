import { useState } from "react";

/** What an action answered to a form. */
export interface ActionAnswer {
  error?: Record<string, string[] | null> | null;
}

/** The errors of one line of a form, whose fields are named `lines[0].quantity`. */
export function lineErrors(answer: ActionAnswer | undefined, line: string): string[] {
  return Object.entries(answer?.error ?? {}).flatMap(([field, texts]) =>
    field.startsWith(`${line}.`) ? (texts ?? []) : [],
  );
}

/** The errors of a line by its key, in a form whose lines can be removed: an error stays with the line it was given for. */
export function useLineErrors(answer: ActionAnswer | undefined, keys: readonly string[]): (key: string) => string[] {
  const [answered, setAnswered] = useState({ answer, keys });
  if (answered.answer !== answer) setAnswered({ answer, keys });
  return (key) => lineErrors(answer, `lines[${answered.keys.indexOf(key)}]`);
}
