import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callApi, signIn } from "~/lib/api-request";

interface Call {
  path: string;
  headers: Headers;
  credentials: RequestCredentials | undefined;
  body: unknown;
}

let calls: Call[] = [];
const leftFor = vi.fn();

/** A server that answers by path. */
function answers(given: Record<string, [status: number, body?: unknown]>) {
  vi.stubGlobal("fetch", async (path: string, { headers, credentials, body }: RequestInit) => {
    calls.push({
      path,
      headers: new Headers(headers),
      credentials,
      body: typeof body === "string" ? JSON.parse(body) : undefined,
    });
    const [status, answer] = given[path] ?? [404, { message: "not scripted" }];
    return new Response(answer === undefined ? null : JSON.stringify(answer), { status });
  });
}

beforeEach(() => {
  calls = [];
  leftFor.mockReset();
  vi.stubGlobal("window", { location: { pathname: "/finances/accounts", search: "?a=1", assign: leftFor } });
});
afterEach(() => vi.unstubAllGlobals());

test("a call goes to our own origin with the session's cookie, a key of its own and no token", async () => {
  answers({ "/api/imports/7/undo": [200, { keptEdited: 1 }] });
  expect(await callApi("/imports/7/undo", { n: 1 })).toEqual({ keptEdited: 1 });
  await callApi("/imports/7/undo");
  const [first, second] = calls;
  expect(first).toMatchObject({ credentials: "same-origin", body: { n: 1 } });
  expect(first?.headers.has("authorization")).toBe(false);
  expect(first?.headers.get("idempotency-key")).not.toBe(second?.headers.get("idempotency-key"));
});

test("a list stays a list, and an answer without a body is null", async () => {
  answers({ "/api/a": [200, [1, 2]], "/api/b": [204] });
  expect(await callApi("/a")).toEqual([1, 2]);
  expect(await callApi("/b")).toBeNull();
});

test("a 401 signs out and asks to sign in, with the way back", async () => {
  answers({ "/api/a": [401, { message: "Please sign in to continue.", code: "unauthenticated" }] });
  await expect(callApi("/a")).rejects.toMatchObject({ status: 401, code: "unauthenticated" });
  expect(calls.map(({ path }) => path)).toEqual(["/api/a", "/api/auth/sign-out"]);
  expect(leftFor).toHaveBeenCalledWith("/login?from=%2Ffinances%2Faccounts%3Fa%3D1");
});

test("a wrong password does not sign out", async () => {
  answers({ "/api/auth/login": [401, { message: "Incorrect email or password." }] });
  await expect(signIn("ada@example.com", "wrong")).rejects.toThrow("Incorrect email or password.");
  expect(calls).toHaveLength(1);
  expect(leftFor).not.toHaveBeenCalled();
});

test.each([
  ["/auth/login", 400, {}, "Login failed"],
  ["/auth/login", 500, undefined, "Authentication service temporarily unavailable"],
  ["/customers", 500, undefined, "Server temporarily unavailable. Please try again."],
  ["/customers", 409, { message: "This was just updated", code: "conflict" }, "This was just updated"],
] as const)("%s answered %i reads as a person can use it", async (path, status, body, text) => {
  answers({ [`/api${path}`]: [status, body] });
  await expect(callApi(path)).rejects.toMatchObject({ message: text, status });
});
