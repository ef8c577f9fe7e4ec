import { createLiveConnection } from "./connection";
import type { Signal } from "./live-deps";

/** The browser's own live connection, shared by every screen of the tab. */
export const live = createLiveConnection({
  ticket: fetchTicket,
  open: (query, { message, closed }) => {
    const address = new URL(`/api/events?${query}`, window.location.href);
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
  // What is on the page was read after the browser set out for it.
  age: () => performance.now(),
  random: Math.random,
  watch,
});

/** By the session's cookie: an ended session must not sign anybody out who is in the middle of something. */
async function fetchTicket(): Promise<string> {
  const answer = await fetch("/api/auth/event-token", { method: "POST", credentials: "same-origin" });
  const body: unknown = answer.ok ? await answer.json() : null;
  if (typeof body === "object" && body !== null && "event_token" in body && typeof body.event_token === "string") {
    return body.event_token;
  }
  throw new Error(`no ticket for the live connection (${answer.status})`);
}

function watch(listener: (signal: Signal) => void): void {
  const look = () => listener(document.visibilityState === "visible" ? "shown" : "hidden");
  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", () => listener("online"));
  window.addEventListener("pagehide", () => listener("leaving"));
  window.addEventListener("pageshow", (event) => event.persisted && look());
  if (document.visibilityState === "hidden") listener("hidden");
}
