/**
 * Responses that callers share for a few seconds are out of date after any write, here or elsewhere. Code that caches
 * such responses registers how to clear them, so code that detects a change does not need to know about the caches.
 */
const keepers = new Set<() => void>();

export function keepsAnswers(forget: () => void): void {
  keepers.add(forget);
}

export function forgetSharedAnswers(): void {
  for (const forget of keepers) forget();
}
