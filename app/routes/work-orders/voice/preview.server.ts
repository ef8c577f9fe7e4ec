import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { previewActions } from "~/domain/voice/sessions/review.server";

/** The actions waiting for confirmation; null if there are none. */
export async function previewOf(ctx: Ctx, id: string) {
  return previewActions(ctx, id).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === "conflict") return null;
    throw error;
  });
}
