import { DomainError } from "~/domain/shared/errors";

/** What could not be read, in the screen's words; `extras.cause` says why. */
export type Failures = DomainError[];

/** For a part of a screen that may be missing: nothing in its place, and the failure noted. */
export function withFallback(failures: Failures, message: string) {
  return (cause: unknown): [] => {
    failures.push(new DomainError("internal", message, { cause }));
    return [];
  };
}
