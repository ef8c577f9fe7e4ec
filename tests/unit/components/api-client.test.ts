import { expect, test, vi } from "vitest";
import { createApiClient } from "~/lib/api-client";

interface Call {
  method: string;
  url: string;
  authorization: string | null;
  key: string | null;
  body: unknown;
}

type Answer = [status: number, body?: unknown];

/**
 * A client whose server responds by `METHOD path`; several responses are returned one after another, and the last one repeats.
 */
function client(answers: Record<string, Answer[]>, stored: Record<string, string> = { plenum_token: "first" }) {
  const calls: Call[] = [];
  const storage = new Map(Object.entries(stored));
  const signedOut = vi.fn();
  let now = 0;
  const api = createApiClient({
    fetch: async (url, init) => {
      const headers = new Headers(init.headers);
      calls.push({
        method: init.method ?? "GET",
        url,
        authorization: headers.get("authorization"),
        key: headers.get("idempotency-key"),
        body: typeof init.body === "string" ? JSON.parse(init.body) : undefined,
      });
      const list = answers[`${init.method} ${url}`] ?? [[404, { message: "not scripted" }]];
      const [status, body] = (list.length > 1 ? list.shift() : list[0]) ?? [500];
      return new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: { "content-type": "application/json" },
      });
    },
    storage: {
      read: (name) => storage.get(name) ?? null,
      write: (name, value) => (value === null ? storage.delete(name) : storage.set(name, value)),
    },
    now: () => now,
    newKey: () => `key-${calls.length}`,
    signedOut,
  });
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { ...api, calls, storage, signedOut, pass, sent: () => calls.map((c) => `${c.method} ${c.url}`) };
}

test("the stored token is sent with a call", async () => {
  const { call, calls } = client({ "GET /api/customers": [[200, []]] });
  await call("GET", "/customers");
  expect(calls[0]?.authorization).toBe("Bearer first");
});

test.each(["login", "signup", "activate", "request-reset", "reset", "validate-invitation", "accept-invitation"])(
  "no token is sent with %s",
  async (name) => {
    const { call, calls } = client({ [`POST /api/auth/${name}`]: [[200, {}]] });
    await call("POST", `/auth/${name}`, {});
    expect(calls).toHaveLength(1);
    expect(calls[0]?.authorization).toBeNull();
  },
);

test("parameters go in the query for GET and DELETE and in the body for other methods", async () => {
  const { call, calls } = client({
    "GET /api/a?q=x+y&n=2": [[200, {}]],
    "DELETE /api/a?hard=true": [[204]],
    "PATCH /api/a": [[200, {}]],
  });
  await call("GET", "/a", { q: "x y", n: 2, none: undefined, blank: "" });
  await call("DELETE", "/a", { hard: true });
  await call("PATCH", "/a", { name: "B" });
  expect(calls.map((c) => c.body)).toEqual([undefined, undefined, { name: "B" }]);
});

test("equal GETs within five seconds share one request", async () => {
  const { call, calls, pass } = client({ "GET /api/a": [[200, { n: 1 }]] });
  const [one, other] = await Promise.all([call("GET", "/a"), call("GET", "/a")]);
  expect(one).toBe(other);
  pass(4999);
  await call("GET", "/a");
  expect(calls).toHaveLength(1);
  pass(1);
  await call("GET", "/a");
  expect(calls).toHaveLength(2);
});

test("a write clears shared responses", async () => {
  const { call, sent } = client({ "GET /api/a": [[200, {}]], "POST /api/b": [[201, {}]] });
  await call("GET", "/a");
  await call("POST", "/b", {});
  await call("GET", "/a");
  expect(sent()).toEqual(["GET /api/a", "POST /api/b", "GET /api/a"]);
});

test("a change made elsewhere clears shared responses", async () => {
  const { call, forgetShared, calls } = client({ "GET /api/a": [[200, {}]] });
  await call("GET", "/a");
  forgetShared();
  await call("GET", "/a");
  expect(calls).toHaveLength(2);
});

test("a failed GET is not shared", async () => {
  const { call } = client({ "GET /api/a": [[500], [200, { n: 1 }]] });
  await expect(call("GET", "/a")).rejects.toMatchObject({ status: 500 });
  expect(await call("GET", "/a")).toEqual({ n: 1 });
});

test("a 401 is retried once with a fresh token and the same idempotency key", async () => {
  const { call, calls, storage, sent } = client({
    "POST /api/a": [[401], [201, { id: 7 }]],
    "POST /api/auth/refresh": [[200, { access_token: "second" }]],
  });
  expect(await call("POST", "/a", { n: 1 })).toEqual({ id: 7 });
  expect(sent()).toEqual(["POST /api/a", "POST /api/auth/refresh", "POST /api/a"]);
  expect(calls[2]).toMatchObject({ authorization: "Bearer second", body: { n: 1 }, key: calls[0]?.key });
  expect(storage.get("plenum_token")).toBe("second");
});

test("a second 401 is not retried", async () => {
  const { call, sent, signedOut } = client({
    "GET /api/a": [[401, { message: "no" }]],
    "POST /api/auth/refresh": [[200, { access_token: "second" }]],
  });
  await expect(call("GET", "/a")).rejects.toMatchObject({ status: 401, message: "no" });
  expect(sent().filter((each) => each === "GET /api/a")).toHaveLength(2);
  expect(signedOut).not.toHaveBeenCalled();
});

test("concurrent calls that get a 401 wait for one refresh", async () => {
  const { call, sent } = client({
    "GET /api/a": [[401], [200, {}]],
    "GET /api/b": [[401], [200, {}]],
    "POST /api/auth/refresh": [[200, { access_token: "second" }]],
  });
  await Promise.all([call("GET", "/a"), call("GET", "/b")]);
  expect(sent().filter((each) => each.endsWith("/refresh"))).toHaveLength(1);
});

test("if the refresh fails, token, email and cookies are cleared and the user is signed out", async () => {
  const { call, storage, signedOut, sent } = client(
    { "GET /api/a": [[401]], "POST /api/auth/refresh": [[401]], "POST /api/auth/sign-out": [[204]] },
    { plenum_token: "old", plenum_email: "ada@example.com" },
  );
  await expect(call("GET", "/a")).rejects.toMatchObject({ status: 401 });
  expect(storage.size).toBe(0);
  expect(sent()).toContain("POST /api/auth/sign-out");
  expect(signedOut).toHaveBeenCalledOnce();
});

test("a 401 without a stored token signs the user out", async () => {
  const { call, signedOut, sent } = client({ "GET /api/a": [[401]], "POST /api/auth/refresh": [[401]] }, {});
  await expect(call("GET", "/a")).rejects.toMatchObject({ status: 401 });
  expect(signedOut).toHaveBeenCalledOnce();
  expect(sent().filter((each) => each === "GET /api/a")).toHaveLength(1);
});

test("a user who signed in on a page gets a token before the first call", async () => {
  const { call, calls } = client(
    { "GET /api/a": [[200, {}]], "POST /api/auth/refresh": [[200, { access_token: "fetched" }]] },
    {},
  );
  await call("GET", "/a");
  expect(calls[1]?.authorization).toBe("Bearer fetched");
});

test("a server error without a message gives a user-friendly one", async () => {
  const { call } = client({ "GET /api/customers": [[500]] });
  await expect(call("GET", "/customers")).rejects.toMatchObject({
    ...{ message: "Server temporarily unavailable. Please try again.", status: 500, serverError: true },
  });
});
