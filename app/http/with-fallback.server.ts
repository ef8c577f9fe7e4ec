import { DomainError } from "~/domain/shared/errors";
import { logUnforeseen } from "~/domain/shared/log.server";
import type { LoaderInput } from "./page-loader";

/**
 * For lists that are shown empty when loading fails. Expected domain errors are rethrown; other failures are logged,
 * and `failed` lets the screen show a message.
 */
export async function withFallback<T extends object>(
  { ctx, url }: Pick<LoaderInput, "ctx" | "url">,
  load: () => Promise<T>,
  empty: NoInfer<T>,
): Promise<T & { failed: boolean }> {
  try {
    return { ...(await load()), failed: false };
  } catch (error) {
    const foreseen = error instanceof DomainError && error.code !== "internal" && error.code !== "unavailable";
    if (foreseen) throw error;
    logUnforeseen(ctx.request.id, url.pathname, error instanceof DomainError ? (error.extras.cause ?? error) : error);
    return { ...empty, failed: true };
  }
}
