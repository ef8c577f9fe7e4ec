import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { AUTHOR_HEADER, OTHER_PERSON } from "~/domain/auth/author";
import type { Recording } from "~/lib/voice/recordings";
import { submitRecording } from "~/lib/voice/submit-recording";

afterEach(() => vi.unstubAllGlobals());

const memo: Recording = {
  ...{
    id: "2f1f4a52-6c1f-4a6f-9f0c-3a4f0f6a7a11",
    userId: "u",
    about: { sessionType: "job_commands", workOrderId: "w" },
  },
  ...{ sessionId: "old", contentType: null, startedAt: Date.UTC(2026, 10, 20, 14), durationMs: 0, language: "en" },
  ...{ text: "Amps are 6.2.", isTyped: true, isRead: false },
};

/** A server with one ended session, and the requests it receives. */
function serverWith(ended: string, { next = 201 } = {}) {
  const requests: string[] = [];
  const keys: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const path = url.replace("/api/voice/sessions", "");
    requests.push(`${init.method} ${path}`);
    if (path === "") {
      keys.push(JSON.parse(String(init.body)).idempotencyKey);
      return Response.json(next === 201 ? { id: "new" } : { message: "Work order not found" }, { status: next });
    }
    if (path.startsWith("/new")) return Response.json({}, { status: 200 });
    if (ended === "gone") return Response.json({ message: "Voice session not found" }, { status: 404 });
    if (init.method === "GET") return Response.json({ state: ended });
    const body = { message: `This was already ${ended}.`, reason: "session_over", state: ended };
    return Response.json(body, { status: 409 });
  });
  return { requests, keys };
}

const renewed: Recording[] = [];
const deps = (chunks = 0) => ({
  chunks,
  // The ended session accepts no chunks.
  deliver: async (sessionId: string) => sessionId === "new",
  renew: async (recording: Recording) => {
    const next = { ...recording, sessionId: null, endedSessions: (recording.endedSessions ?? 0) + 1 };
    renewed.push(next);
    return next;
  },
  sendAgain: async () => false,
  isEnded: () => false,
  onWaiting: () => {},
});

test.each(["expired", "discarded", "gone"])("a memo whose session is %s is read in a new one", async (ended) => {
  const { requests, keys } = serverWith(ended);
  expect(await submitRecording(memo, deps())).toEqual({ kind: "read", sessionId: "new" });
  expect(keys).toEqual([`${memo.id} 1`]);
  expect(requests.slice(-2)).toEqual(["POST ", "POST /new/process"]);
});

test("a recording without chunks in the expired session is sent to the new one", async () => {
  serverWith("expired");
  const spoken = { ...memo, contentType: "audio/webm", isTyped: false, endedSessions: 1 };
  expect(await submitRecording(spoken, deps(3))).toEqual({ kind: "read", sessionId: "new" });
  expect(renewed.at(-1)).toMatchObject({ sessionId: null, endedSessions: 2 });
});

test("a memo that was already confirmed is not resent, and a new session is tried once", async () => {
  const confirmed = serverWith("confirmed");
  expect(await submitRecording(memo, deps())).toMatchObject({
    kind: "refused",
    message: "This was already confirmed.",
  });
  expect(confirmed.keys).toEqual([]);
  const { keys } = serverWith("expired", { next: 404 });
  expect(await submitRecording(memo, deps())).toMatchObject({ kind: "refused", message: "Work order not found" });
  expect(keys).toHaveLength(1);
});

test("a memo is not sent in the name of someone else who is signed in", async () => {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push(`${init.method} ${url.replace("/api/voice/sessions", "")}`);
    const author = new Headers(init.headers).get(AUTHOR_HEADER);
    if (author === memo.userId)
      return Response.json({ message: "Someone else", reason: OTHER_PERSON }, { status: 401 });
    // Without its author, the session would be nobody's, and a new one would be opened for whoever is signed in.
    return url.endsWith("/sessions") ? Response.json({ id: "new" }) : Response.json({}, { status: 404 });
  });
  for (const sessionId of ["old", null]) {
    expect(await submitRecording({ ...memo, sessionId }, deps())).toMatchObject({
      ...{ kind: "refused", message: expect.stringContaining("saved on this device") },
    });
  }
  expect(requests).toEqual(["POST /old/process", "GET /old", "POST "]);
});

test("a page that a network shows in place of the server confirms nothing", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.stubGlobal("addEventListener", () => {});
  vi.stubGlobal("removeEventListener", () => {});
  let requests = 0;
  vi.stubGlobal("fetch", async () => {
    requests += 1;
    return new Response("<p>Sign in to the Wi-Fi</p>", { headers: { "Content-Type": "text/html" } });
  });
  const submitted = submitRecording(memo, { ...deps(), isEnded: () => requests > 2 });
  await vi.runAllTimersAsync();
  expect([await submitted, requests]).toEqual([{ kind: "ended" }, 3]);
});
