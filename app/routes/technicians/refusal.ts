interface Checked {
  id: string;
  allErrors: Record<string, string[]>;
}

/** What stands above a refused form: where fields are wrong, the sentence that says what they make of the whole. */
export function summaryOf({ id, allErrors }: Checked, sentence: string): Checked {
  const own = allErrors[""] ?? [];
  const wrong = Object.entries(allErrors).some(([name, errors]) => name !== "" && errors.length > 0);
  return { id, allErrors: { "": wrong && own.length === 0 ? [sentence] : own, ...allErrors } };
}
