interface FormProblems {
  id: string;
  allErrors: Record<string, string[]>;
}

/** The problems of a refused form with a sentence above them where only fields are wrong. */
export function withSummary({ id, allErrors }: FormProblems, sentence: string): FormProblems {
  const formErrors = allErrors[""] ?? [];
  const hasFieldErrors = Object.entries(allErrors).some(([name, errors]) => name !== "" && errors.length > 0);
  return { id, allErrors: { "": hasFieldErrors && formErrors.length === 0 ? [sentence] : formErrors, ...allErrors } };
}
