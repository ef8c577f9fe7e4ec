import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Env, HonoEnv } from "#worker/env";
import { renderError } from "#worker/middleware/errors";
import { refuseTurnedAway, shedLoad } from "#worker/middleware/overload";
import { requestId } from "#worker/middleware/request-id";
import { cachePolicy, securityHeaders } from "#worker/middleware/security-headers";

const env = {
  ...{ ENVIRONMENT: "local", SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) },
  MAX_WAITING_REQUESTS: "0",
} as Env;

let reached = 0;
const app = new Hono<HonoEnv>()
  .use(shedLoad, requestId, securityHeaders, cachePolicy, refuseTurnedAway)
  .all("*", (c) => {
    reached += 1;
    return c.json({});
  });
app.onError(renderError);

/** Of two at once where none may wait, the second is turned away. */
async function two(path: string, headers: Record<string, string> = {}): Promise<[Response, Response]> {
  const ask = async () => app.fetch(new Request(`http://localhost${path}`, { headers }), env);
  reached = 0;
  return Promise.all([ask(), ask()]);
}

test("a data request is rejected with the usual headers and Retry-After", async () => {
  const [done, shed] = await two("/api/work-orders");
  expect([done.status, shed.status, reached]).toEqual([200, 503, 1]);
  expect(await shed.json()).toEqual({
    message: expect.stringMatching(/busy/i),
    code: "unavailable",
    requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  const names = ({ headers }: Response) => [...headers.keys()].filter((name) => name !== "retry-after").sort();
  expect(names(shed)).toEqual(names(done));
  for (const name of names(done).filter((each) => each !== "content-security-policy"))
    expect(shed.headers.get(name), name).toBe(done.headers.get(name));
  expect(shed.headers.get("content-security-policy")).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(Number(shed.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("a page request gets an error page", async () => {
  const [, shed] = await two("/workorders", { accept: "text/html" });
  expect([shed.status, reached, shed.headers.get("retry-after")]).toEqual([503, 1, expect.stringMatching(/^\d+$/)]);
  const page = await shed.text();
  const nonce = page.match(/<style nonce="([^"]+)"/)?.[1];
  expect(shed.headers.get("content-security-policy")).toContain(`'nonce-${nonce}'`);
});

test("a health probe is never rejected", async () => {
  const [one, other] = await two("/api/health");
  expect([one.status, other.status, reached]).toEqual([200, 200, 2]);
});
