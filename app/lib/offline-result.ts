/** Whether a form's result is the browser's own, made because the server could not be reached. Apart, so that reading it loads no form code. */
export function isOfflineResult(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isOffline" in result;
}
