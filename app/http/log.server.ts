/** Name, message and stack only: no statement, no parameter, no token. */
export function logUnforeseen(requestId: string, path: string, error: unknown): void {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  // biome-ignore lint/suspicious/noConsole: the platform collects what is written here
  console.error(JSON.stringify({ level: "error", requestId, path, name, message, stack }));
}
