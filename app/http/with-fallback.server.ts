import { DomainError } from "~/domain/shared/errors";
import { logUnforeseen } from "~/domain/shared/log.server";
import type { LoaderInput } from "./page-loader";

/**
 * For a list of which the product says that a failed load shows it empty. What the domain refuses passes; the failure goes
 * to the log and `failed` lets the screen say so.
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
