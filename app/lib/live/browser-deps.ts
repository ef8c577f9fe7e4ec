import { request } from "~/lib/request";
import { shellPaths } from "~/shell-paths";
import type { LiveDeps, Signal } from "./live-deps";

/** The live connection's dependencies on the browser's WebSocket, clock and network. */
export const browserDeps: LiveDeps = {
  ticket: fetchTicket,
  open: (query, { message, closed }) => {
    const address = new URL(shellPaths.apiEvents(Object.fromEntries(query)), window.location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    socket.onmessage = ({ data }) => typeof data === "string" && message(data);
    socket.onclose = ({ code }) => closed(code);
    return socket;
  },
  after: (milliseconds, run) => {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  now: () => performance.now(),
  // The page's data was read after the navigation started.
  age: () => performance.now(),
  random: Math.random,
  watch,
};

/** Uses the session cookie, so that an ended session does not sign out someone who is in the middle of something. */
async function fetchTicket(): Promise<string | null> {
  const answer = await request(shellPaths.apiEventToken(), { method: "POST" });
  if (answer.status === 401) return null;
  const body: unknown = answer.ok ? await answer.json() : null;
  if (typeof body === "object" && body !== null && "event_token" in body && typeof body.event_token === "string") {
    return body.event_token;
  }
  throw new Error(`no ticket for the live connection (${answer.status})`);
}

function watch(listener: (signal: Signal) => void): () => void {
  const watching = new AbortController();
  const { signal } = watching;
  const look = () => listener(document.visibilityState === "visible" ? "shown" : "hidden");
  document.addEventListener("visibilitychange", look, { signal });
  window.addEventListener("online", () => listener("online"), { signal });
  window.addEventListener("pagehide", () => listener("leaving"), { signal });
  window.addEventListener("pageshow", (event) => event.persisted && look(), { signal });
  if (document.visibilityState === "hidden") listener("hidden");
  return () => watching.abort();
}
