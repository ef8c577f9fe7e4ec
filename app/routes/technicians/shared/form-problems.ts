interface FormProblems {
  id: string;
  allErrors: Record<string, string[]>;
}

/** A refused form's errors, with a general message added if only fields have errors. */
export function withSummary({ id, allErrors }: FormProblems, sentence: string): FormProblems {
  const formErrors = allErrors[""] ?? [];
  const hasFieldErrors = Object.entries(allErrors).some(([name, errors]) => name !== "" && errors.length > 0);
  return { id, allErrors: { "": hasFieldErrors && formErrors.length === 0 ? [sentence] : formErrors, ...allErrors } };
}
