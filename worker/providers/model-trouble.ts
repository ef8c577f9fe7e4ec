import { DomainError } from "~/domain/shared/errors";
import type { HttpError } from "./http-client";

/** A language model's failure as a message for users. */
export function modelTrouble(error: HttpError): DomainError {
  const { kind, retryAfterMs } = error;
  if (kind === "rate_limited") {
    const seconds = Math.max(1, Math.ceil((retryAfterMs ?? 30_000) / 1000));
    return new DomainError("too_many_requests", "The language model is receiving too many requests. Try again later.", {
      ...{ retryAfter: seconds, cause: error },
    });
  }
  const texts: Partial<Record<HttpError["kind"], string>> = {
    timeout: "The language model took too long. Try again.",
    reconnect: "The language model does not accept this product's key.",
    refused: "The language model does not take the question. Its address or its model may be wrong.",
  };
  return new DomainError("unavailable", texts[kind] ?? "The language model cannot be reached just now. Try again.", {
    cause: error,
  });
}
