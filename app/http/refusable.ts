import { DomainError, type ErrorCode } from "~/domain/shared/errors";

/** A use case's answer, or its error if it has one of these codes: for screens that show something else then. */
export async function refusable<T>(
  answering: Promise<T>,
  codes: readonly ErrorCode[],
): Promise<{ answer: T; refusal: null } | { answer: null; refusal: DomainError }> {
  try {
    return { answer: await answering, refusal: null };
  } catch (error) {
    if (!(error instanceof DomainError) || !codes.includes(error.code)) throw error;
    return { answer: null, refusal: error };
  }
}
