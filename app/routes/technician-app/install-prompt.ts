import { useSyncExternalStore } from "react";

/** The event Chromium fires once the site can be installed. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

const isInstallPrompt = (event: Event): event is InstallPrompt => "prompt" in event;

let offered: InstallPrompt | null = null;
const listeners = new Set<() => void>();

function offer(prompt: InstallPrompt | null): void {
  offered = prompt;
  for (const listener of listeners) listener();
}

/** The browser fires it once and early, so it is listened for as soon as this module loads. */
if (typeof window !== "undefined") {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    if (isInstallPrompt(event)) offer(event);
  });
  window.addEventListener("appinstalled", () => offer(null));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** What the browser asks before it installs the app, once it offers that; null until then. */
export function useInstallPrompt(): InstallPrompt | null {
  return useSyncExternalStore(
    subscribe,
    () => offered,
    () => null,
  );
}
