const MAX_ERRORS = 5;
const last: string[] = [];
let isWatching = false;

/** Records the page's latest errors for problem reports; users choose whether to send them. */
export function watchErrors(): void {
  if (isWatching) return;
  isWatching = true;
  window.addEventListener("error", ({ message }) => remember(message));
  window.addEventListener("unhandledrejection", ({ reason }) =>
    remember(reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason)),
  );
}

function remember(text: string): void {
  last.push(`${new Date().toISOString()} ${text.slice(0, 300)}`);
  if (last.length > MAX_ERRORS) last.shift();
}

export const lastErrors = (): string => last.join("\n");
