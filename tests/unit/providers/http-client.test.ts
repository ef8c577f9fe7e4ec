import { createServer, type IncomingMessage } from "node:http";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import {
  type HttpClientOptions,
  HttpError,
  type HttpRequest,
  httpClient,
  rawRequest,
} from "#worker/providers/http-client";

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body?: string;
  /** The connection is reset, or no response arrives. */
  trouble?: "reset" | "silence";
}

interface Call {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

let replies: Reply[] = [];
let calls: Call[] = [];
let pauses: number[] = [];
let clock = 0;
/** Called when a request arrives that gets no response. */
let onSilence = () => {};

const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  calls.push({ method: request.method ?? "", path: request.url ?? "", headers: request.headers, body });
  const reply = replies.shift() ?? {};
  if (reply.trouble === "reset") request.socket.destroy();
  if (reply.trouble === "silence") onSilence();
  if (reply.trouble) return;
  response.writeHead(reply.status ?? 200, reply.headers);
  response.end(reply.body ?? '{"ok":true}');
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
const address = server.address();
const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

beforeEach(() => {
  replies = [];
  calls = [];
  pauses = [];
  clock = Date.parse("2026-11-22T12:00:00Z");
});

/** Its clock only advances during pauses. */
function client(options: Partial<HttpClientOptions> = {}) {
  const pause = async (milliseconds: number) => {
    pauses.push(milliseconds);
    clock += milliseconds;
  };
  const deps = { now: () => clock, pause, random: () => 0.5 };
  return httpClient({ service: "example", baseUrl: `${origin}/v1/`, deps, ...options });
}

const Ok = z.object({ ok: z.literal(true) });
const get: HttpRequest = { path: "/things" };
const failure = (call: Promise<unknown>) => call.catch((error: unknown) => error);

test("a request sends its query, headers and JSON, and returns the parsed response", async () => {
  const request: HttpRequest = {
    method: "POST",
    path: "/things",
    query: { q: "a b" },
    json: { name: "x" },
    headers: { "x-one": "1" },
  };
  expect(await client({ headers: { authorization: "Bearer secret" } }).request(Ok, request)).toEqual({ ok: true });
  expect(calls).toMatchObject([{ method: "POST", path: "/v1/things?q=a+b", body: '{"name":"x"}' }]);
  expect(calls[0]?.headers).toMatchObject({
    "content-type": "application/json",
    authorization: "Bearer secret",
    "x-one": "1",
  });
});

test("a form is sent URL-encoded", async () => {
  await client().request(Ok, {
    method: "POST",
    path: "/sessions",
    form: { "line_items[0][quantity]": "1", mode: "payment" },
  });
  expect(calls[0]?.body).toBe("line_items%5B0%5D%5Bquantity%5D=1&mode=payment");
  expect(calls[0]?.headers["content-type"]).toMatch(/^application\/x-www-form-urlencoded/);
});

test("an empty response is null", async () => {
  replies = [{ status: 204, body: "" }];
  expect(await client().request(z.null(), { method: "DELETE", path: "/things/1" })).toBeNull();
});

test.each<[string, Reply, Partial<HttpError>]>([
  ["401", { status: 401 }, { kind: "reconnect", status: 401 }],
  ["403", { status: 403 }, { kind: "refused", status: 403 }],
  [
    "404 with JSON",
    { status: 404, body: '{"error_code":"GONE"}' },
    { kind: "refused", payload: { error_code: "GONE" } },
  ],
  ["422", { status: 422 }, { kind: "refused", status: 422 }],
  ["301", { status: 301, headers: { location: "/v2" } }, { kind: "redirect", status: 301 }],
  ["JSON of another shape", { body: '{"ok":false}' }, { kind: "unexpected", status: 200 }],
  ["a response over the size limit", { body: " ".repeat(10_000_001) }, { kind: "too_large", status: 200 }],
])("%s is not retried", async (_name, reply, error) => {
  replies = [reply];
  expect(await failure(client().request(Ok, get))).toMatchObject(error);
  expect(calls).toHaveLength(1);
});

test.each<[string, Reply, Partial<HttpError>]>([
  ["500", { status: 500 }, { kind: "server_error", status: 500 }],
  ["503", { status: 503 }, { kind: "server_error", status: 503 }],
  ["429", { status: 429 }, { kind: "rate_limited", status: 429 }],
  ["429 to be repeated at once", { status: 429, headers: { "retry-after": "0" } }, { kind: "rate_limited" }],
  [
    "503 to be repeated in the past",
    { status: 503, headers: { "retry-after": "Sun, 22 Nov 2026 11:59:00 GMT" } },
    { kind: "server_error" },
  ],
  ["HTML instead of JSON", { body: "<html>bad gateway</html>" }, { kind: "unreadable", status: 200 }],
  ["a broken connection", { trouble: "reset" }, { kind: "unreachable", status: null }],
])("%s is tried three times, with doubling pauses", async (_name, reply, error) => {
  replies = [reply, reply, reply, {}];
  expect(await failure(client().request(Ok, get))).toMatchObject(error);
  expect(calls).toHaveLength(3);
  expect(pauses).toEqual([400, 800]);
});

test("success on the second attempt is a normal response", async () => {
  replies = [{ status: 502 }];
  expect(await client().request(Ok, get)).toEqual({ ok: true });
});

test.each<[HttpRequest, number]>([
  [{ ...get, method: "GET" }, 3],
  [{ ...get, method: "PUT" }, 3],
  [{ ...get, method: "DELETE" }, 3],
  [{ ...get, method: "POST" }, 1],
  [{ ...get, method: "PATCH" }, 1],
  [{ ...get, method: "POST", idempotent: true }, 3],
  [{ ...get, method: "POST", idempotent: true, maxAttempts: 2 }, 2],
  [{ ...get, method: "GET", idempotent: false }, 1],
])("%o is sent %i times if the service fails", async (request, times) => {
  replies = Array.from({ length: 3 }, () => ({ status: 500 }));
  await failure(client().request(Ok, request));
  expect(calls).toHaveLength(times);
});

test("a request without a response times out", async () => {
  replies = [{ trouble: "silence" }, { trouble: "silence" }];
  const attempts: AbortController[] = [];
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    const attempt = new AbortController();
    attempts.push(attempt);
    return attempt.signal;
  });
  // The time is over once the request has arrived, however long that took.
  onSilence = () => attempts.at(-1)?.abort();
  const error = await failure(client({ timeoutMs: 30, maxAttempts: 2 }).request(Ok, get));
  expect(timeout.mock.calls).toEqual([[30], [30]]);
  timeout.mockRestore();
  expect(error).toMatchObject({ kind: "timeout", status: null });
  expect(calls).toHaveLength(2);
});

const limited = { "x-ratelimit-remaining": "0" };
test.each<[string, Reply, number]>([
  ["Retry-After in seconds", { status: 429, headers: { "retry-after": "7" } }, 7000],
  ["Retry-After as a date", { status: 429, headers: { "retry-after": "Sun, 22 Nov 2026 12:00:05 GMT" } }, 5000],
  ["Retry-After of a failing service", { status: 503, headers: { "retry-after": "2" } }, 2000],
  ["a secondary rate limit", { status: 403, headers: { "retry-after": "3" } }, 3000],
  [
    "an exhausted rate limit",
    { status: 403, headers: { ...limited, "x-ratelimit-reset": String(Date.parse("2026-11-22T12:00:04Z") / 1000) } },
    4000,
  ],
  [
    "a rate limit that resets in seconds",
    { status: 429, headers: { "ratelimit-remaining": "0", "ratelimit-reset": "6" } },
    6000,
  ],
])("the client waits for %s", async (_name, reply, pause) => {
  replies = [reply];
  expect(await client().request(Ok, get)).toEqual({ ok: true });
  expect(pauses).toEqual([pause]);
});

test("a pause that is too long is left to the caller, and nothing is sent until it ends", async () => {
  replies = [{ status: 429, headers: { "retry-after": "60" } }];
  const service = client();
  expect(await failure(service.request(Ok, get))).toMatchObject({ kind: "rate_limited", retryAfterMs: 60_000 });
  expect(await failure(service.request(Ok, get))).toMatchObject({ kind: "rate_limited", retryAfterMs: 60_000 });
  expect(calls).toHaveLength(1);
  clock += 55_000;
  expect(await service.request(Ok, get)).toEqual({ ok: true });
  expect(pauses).toEqual([5000]);
});

test("the last response before a rate limit delays the next call", async () => {
  replies = [{ headers: { ...limited, "x-ratelimit-reset": String(clock / 1000 + 2) } }];
  const service = client();
  await service.request(Ok, get);
  await service.request(Ok, get);
  expect(pauses).toEqual([2000]);
});

test("the caller decides which errors are retried", async () => {
  replies = [{ status: 400, body: '{"type":"INSTITUTION_ERROR"}' }];
  const isTransient = ({ payload }: HttpError) =>
    z.object({ type: z.literal("INSTITUTION_ERROR") }).safeParse(payload).success;
  expect(await client({ isTransient }).request(Ok, get)).toEqual({ ok: true });
});

test("a redirect is followed only if requested and within the same origin", async () => {
  replies = [{ status: 302, headers: { location: "/v1/moved" } }];
  expect(await client().request(Ok, { ...get, followRedirects: true })).toEqual({ ok: true });
  expect(calls.map(({ path }) => path)).toEqual(["/v1/things", "/v1/moved"]);
  replies = [{ status: 302, headers: { location: "https://elsewhere.invalid/" } }];
  expect(await failure(client().request(Ok, { ...get, followRedirects: true }))).toMatchObject({ kind: "redirect" });
  replies = Array.from({ length: 9 }, () => ({ status: 302, headers: { location: "/v1/round" } }));
  expect(await failure(client().request(Ok, { ...get, followRedirects: true }))).toMatchObject({ kind: "redirect" });
});

test("pages follow the Link header to the end", async () => {
  const link = (page: number) => ({
    link: `<${origin}/v1/things?page=1>; rel="first", <${origin}/v1/things?page=${page}>; rel="next"`,
  });
  replies = [
    { headers: link(2) },
    { headers: link(3) },
    { headers: { link: `<${origin}/v1/things?page=2>; rel="prev"` } },
  ];
  const pages: unknown[] = [];
  for await (const page of client().pages(Ok, { ...get, query: { per_page: "100" } })) pages.push(page);
  expect(pages).toHaveLength(3);
  expect(calls.map(({ path }) => path)).toEqual(["/v1/things?per_page=100", "/v1/things?page=2", "/v1/things?page=3"]);
});

test("paging stops at a limit and never goes to another origin", async () => {
  const count = async (headers: Record<string, string>, most?: number) => {
    replies = Array.from({ length: 5 }, () => ({ headers }));
    let pages = 0;
    for await (const _ of client().pages(Ok, get, most)) pages += 1;
    return pages;
  };
  expect(await count({ link: "</v1/things?page=2>; rel=next" }, 3)).toBe(3);
  expect(await count({ link: '<https://elsewhere.invalid/>; rel="next"' })).toBe(1);
});

test("a raw request takes any status as an answer, with the beginning of its body", async () => {
  replies = [{ status: 503, headers: { "retry-after": "7", "content-type": "text/plain" }, body: "over capacity" }];
  const sent = { method: "POST", headers: { "x-kind": "event" }, body: "payload", maxBytes: 8 };
  expect(await rawRequest("example", `${origin}/hook`, sent)).toEqual({
    ...{ status: 503, contentType: "text/plain", text: "over cap", retryAfterMs: 7000 },
  });
  expect(calls).toMatchObject([{ method: "POST", path: "/hook", headers: { "x-kind": "event" }, body: "payload" }]);
});

test("a raw request follows no redirect and is sent once", async () => {
  replies = [{ status: 302, headers: { location: `${origin}/elsewhere` } }, { trouble: "reset" }];
  expect(await rawRequest("example", `${origin}/hook`, {})).toMatchObject({ status: 302, text: "" });
  const unreachable = await failure(rawRequest("example", `${origin}/hook`, {}));
  expect(unreachable).toMatchObject({ kind: "unreachable", message: "example: unreachable" });
  expect(calls.map(({ path }) => path)).toEqual(["/hook", "/hook"]);
});

test("an error contains no secret", async () => {
  replies = [{ status: 400, body: '{"echo":"access-token-1"}' }];
  const service = client({ headers: { authorization: "Bearer key-1" } });
  const error = await failure(
    service.request(Ok, { method: "POST", path: "/token-2", query: { key: "key-3" }, json: { token: "token-4" } }),
  );
  const text = error instanceof HttpError ? `${error.stack} ${JSON.stringify(error)} ${String(error.cause)}` : "";
  expect(text).toContain("example: refused (400)");
  for (const secret of ["access-token-1", "key-1", "token-2", "key-3", "token-4"]) expect(text).not.toContain(secret);
});
