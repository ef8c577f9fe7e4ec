const MAX_ERRORS = 5;
const last: string[] = [];
let isWatching = false;

/** Remembers the page's last errors, for whoever reports a problem and says yes to sending them. */
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
