import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { previewActions } from "~/domain/voice/sessions/review.server";

/** What waits to be confirmed; null where nothing does. */
export async function previewOf(ctx: Ctx, id: string) {
  return previewActions(ctx, id).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "conflict") return null;
    throw error;
  });
}
