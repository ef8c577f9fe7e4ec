import { afterEach, expect, test, vi } from "vitest";
import { AUTHOR_HEADER } from "~/domain/auth/author";
import { RequestError, requestJson, sendToApi, UNREACHABLE } from "~/lib/api-request";
import { lookUp, request } from "~/lib/request";

afterEach(() => vi.unstubAllGlobals());

/** A server that gives one response, or none, and the last request it received. */
function server(answer: Response | null) {
  const sent: { url?: string; init?: RequestInit; headers: Headers } = { headers: new Headers() };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    Object.assign(sent, { url, init, headers: new Headers(init.headers) });
    if (!answer) throw new TypeError("Failed to fetch");
    return answer;
  });
  return sent;
}

test("a plain object is sent as JSON with the session cookie, its key and its author", async () => {
  const sent = server(Response.json({}));
  await request("/api/a", { method: "POST", body: { name: "Ada" }, idempotencyKey: "key-1", authorId: "u" });
  expect(sent).toMatchObject({ url: "/api/a", init: { method: "POST", credentials: "same-origin" } });
  expect(sent.init?.body).toBe('{"name":"Ada"}');
  expect(Object.fromEntries(sent.headers)).toEqual({
    ...{ accept: "application/json", "content-type": "application/json" },
    ...{ "idempotency-key": "key-1", [AUTHOR_HEADER.toLowerCase()]: "u" },
  });
});

test.each([
  { kind: "form", body: new FormData() },
  { kind: "file", body: new Blob(["part"]) },
  { kind: "byte array", body: new ArrayBuffer(2) },
])("a $kind is sent as it is", async ({ body }) => {
  const sent = server(Response.json({}));
  await request("/api/a", { method: "PUT", body });
  expect(sent.init?.body).toBe(body);
  expect(sent.headers.has("content-type")).toBe(false);
});

test("a page in place of the API's response does not count as saved; an empty response and a failure do count", async () => {
  const send = (answer: Response) => {
    server(answer);
    return sendToApi({ method: "POST", path: "/api/a", idempotencyKey: "key-1", body: {} });
  };
  const page = new Response("<html>", { headers: { "Content-Type": "text/html" } });
  await expect(send(page)).rejects.toThrow("not a response of the API");
  const statuses = [new Response(null, { status: 204 }), new Response("<html>", { status: 502 }), Response.json({})];
  for (const answer of statuses) expect((await send(answer)).status).toBe(answer.status);
});

test.each<{ when: string; answer: Response | null; expected: object }>([
  {
    when: "the server refuses it",
    answer: Response.json({ message: "Taken.", code: "conflict", fields: { name: ["Taken."] } }, { status: 409 }),
    expected: { message: "Taken.", status: 409, code: "conflict", fields: { name: ["Taken."] }, isRefusal: true },
  },
  {
    when: "the server fails without a message",
    answer: new Response("<html>", { status: 502, headers: { "Retry-After": "5" } }),
    expected: { message: "Not read.", status: 502, code: "internal", fields: {}, isRefusal: false, retryAfterMs: 5000 },
  },
  {
    when: "the response is not JSON",
    answer: new Response("<html>"),
    expected: { message: "Not read.", status: 200 },
  },
  {
    when: "there is no response",
    answer: null,
    expected: { message: UNREACHABLE, status: null, isRefusal: false, retryAfterMs: 0 },
  },
])("if $when, the error says so", async ({ answer, expected }) => {
  server(answer);
  const error: unknown = await requestJson("/api/a", { failed: "Not read." }).catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(RequestError);
  expect(error).toMatchObject(expected);
});

test("a response without content is null", async () => {
  server(new Response(null, { status: 204 }));
  expect(await requestJson("/api/a", { method: "POST" })).toBeNull();
});

test.each<{ when: string; answer: Response | null }>([
  { when: "offline", answer: null },
  { when: "redirected to sign-in", answer: Object.defineProperty(Response.json({}), "redirected", { value: true }) },
  { when: "refused", answer: Response.json({ message: "No." }, { status: 403 }) },
])("a lookup that is $when finds nothing", async ({ answer }) => {
  server(answer);
  expect(await lookUp("/resources/a")).toBeNull();
});

test("a change is decided by its status, and rejects only without a response", async () => {
  const change = { method: "PATCH", path: "/api/a", idempotencyKey: "key-1", body: { name: "Ada" } } as const;
  const sent = server(Response.json({ message: "Taken." }, { status: 409 }));
  expect(await sendToApi(change)).toMatchObject({ status: 409, body: { message: "Taken." } });
  expect(sent.init?.keepalive).toBe(true);
  server(new Response("<html>", { status: 502 }));
  expect(await sendToApi(change)).toMatchObject({ status: 502, body: {} });
  server(null);
  await expect(sendToApi(change)).rejects.toThrow(TypeError);
});
