/**
 * Whether a form's result was created in the browser because the server could not be reached. In its own file, so that
 * using it loads no form code.
 */
export function isOfflineResult(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isOffline" in result;
}
