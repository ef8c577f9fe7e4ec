/**
 * Answers that callers share for a few seconds are out of date once anybody writes, here or elsewhere. Who keeps such answers
 * registers how to forget them; who learns of a change needs not know the keeper.
 */
const keepers = new Set<() => void>();

export function keepsAnswers(forget: () => void): void {
  keepers.add(forget);
}

export function forgetSharedAnswers(): void {
  for (const forget of keepers) forget();
}
