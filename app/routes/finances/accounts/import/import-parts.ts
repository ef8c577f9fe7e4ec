import { lazyWithRetry } from "~/lib/lazy-with-retry";

// A file is chosen in a browser: what comes after that is never written by the server, whose bundle stays without it.
const inBrowser = <T>(load: () => Promise<T>): (() => Promise<T>) =>
  import.meta.env.SSR ? () => Promise.reject<T>(new Error("this is drawn in the browser alone")) : load;

export const importPreview = lazyWithRetry(inBrowser(async () => (await import("./import-preview")).ImportPreview));
export const importResult = lazyWithRetry(inBrowser(async () => (await import("./import-result")).ImportResult));
