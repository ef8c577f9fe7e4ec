import { DomainError } from "~/domain/shared/errors";
import { PROBLEMS, type ProblemCode } from "./session";

const CODES = {
  no_speech: "invalid",
  audio_empty: "invalid",
  audio_too_large: "too_large",
  audio_too_long: "invalid",
  audio_type: "unsupported_media_type",
  chunks_missing: "invalid",
  transcriber_unavailable: "unavailable",
  transcriber_failed: "unavailable",
  interrupted: "unavailable",
} as const satisfies Record<ProblemCode, ConstructorParameters<typeof DomainError>[0]>;

/** The error for a problem; `reason` identifies it for programs. */
export function refusalOf(reason: ProblemCode, details: Record<string, unknown> = {}): DomainError {
  return new DomainError(CODES[reason], PROBLEMS[reason], { details: { reason, ...details } });
}

/** The error for a session that has ended. */
export function over(state: string): DomainError {
  return new DomainError("conflict", `This was already ${state}.`, { details: { reason: "session_over", state } });
}
