export type ToastTone = "ok" | "info" | "warn" | "bad";
export type ToastInput = {
  title: string;
  text?: string;
  tone?: ToastTone;
  /** Usually Undo. Choosing it closes the toast. */
  action?: { label: string; run: () => void };
};
export type Toast = ToastInput & { id: number };

const MAX_TOASTS = 4;
const none: readonly Toast[] = [];
let shown = none;
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

/**
 * Shows a message at the bottom right, for three seconds if it has no action, replacing earlier plain messages. Browser
 * only. Returns its id.
 */
export function toast(input: ToastInput): number {
  lastId += 1;
  // Plain success messages make room for the next one; errors, warnings and messages with an action remain.
  const others = shown.filter((one) => one.action || one.tone === "bad" || one.tone === "warn");
  set([...others, { ...input, id: lastId }].slice(-MAX_TOASTS));
  return lastId;
}

export function dismissToast(id: number): void {
  set(shown.filter((one) => one.id !== id));
}

export const toastStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  get: () => shown,
  onServer: () => none,
};
