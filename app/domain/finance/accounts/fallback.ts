import { DomainError } from "~/domain/shared/errors";

/** The messages for parts that could not be read; `extras.cause` holds the reason. */
export type Failures = DomainError[];

/** For an optional part of a screen: returns null if it cannot be read and records the failure. */
export function withFallback(failures: Failures, message: string) {
  return (cause: unknown): [] => {
    failures.push(new DomainError("internal", message, { cause }));
    return [];
  };
}
