import { expect, test } from "vitest";
import { activated, goodPassword, stranger } from "#tests/support/people";
import { rawRequest } from "#tests/support/raw";
import { ownWorker, testWorker } from "#tests/support/worker";

const named = await ownWorker({ PUBLIC_ORIGIN: "https://plenum.example/" });
const anywhere = await testWorker();

function send(path: string, host: string, headers: Record<string, string> = {}) {
  return rawRequest(new URL(path, named.url), { method: "GET", headers: { host, ...headers } });
}

test.each(["/", "/login", "/api/health", "/api/work-orders", "/workorders.data"])(
  "%s is served under the product's own host name and returns 421 under any other",
  async (path) => {
    expect((await send(path, "plenum.example")).status).not.toBe(421);
    for (const host of ["evil.example", "plenum.example.evil.example", "plenum.workers.dev", "127.0.0.1"]) {
      expect((await send(path, host)).status, host).toBe(421);
    }
  },
);

test("links in emails use the product's own origin", async () => {
  const { email, ip } = stranger();
  const { status } = await rawRequest(new URL("/api/auth/signup", named.url), {
    method: "POST",
    headers: {
      ...ip,
      host: "plenum.example",
      "x-forwarded-host": "evil.example",
      "content-type": "application/json",
    },
    body: JSON.stringify({ firstName: "Ada", lastName: "Marsh", email, password: goodPassword }),
  });
  expect(status).toBeLessThan(300);
  const mails = async () =>
    (await named.db.prepare("SELECT body FROM mailbox").all<{ body: string }>()).results.map(({ body }) => body);
  await expect.poll(mails).toHaveLength(1);
  expect((await mails())[0]).toContain("https://plenum.example/auth/activate?token=");
});

test("a form is accepted only from the product's own pages", async () => {
  const form = { "content-type": "application/x-www-form-urlencoded", host: "plenum.example" };
  const submit = async (origin: string) => {
    const url = new URL("/auth/sign-out", named.url);
    return (await rawRequest(url, { method: "POST", headers: { ...form, origin } })).status;
  };
  expect(await submit("https://plenum.example")).toBe(302);
  expect(await submit("http://plenum.example")).toBe(403);
  expect(await submit("https://evil.example")).toBe(403);
});

test("in production nothing is served until the public origin is set", async () => {
  const health = async (vars: Record<string, string>) => {
    const { url } = await ownWorker({ ENVIRONMENT: "production", ...vars });
    return (await rawRequest(new URL("/api/health", url), { method: "GET", headers: { host: "plenum.example" } }))
      .status;
  };
  expect(await health({})).toBe(500);
  expect(await health({ PUBLIC_ORIGIN: "plenum" })).toBe(500);
  expect(await health({ PUBLIC_ORIGIN: "https://plenum.example" })).toBe(200);
});

test("the readiness check passes, and names the missing migrations if the database is not migrated", async () => {
  expect((await anywhere.visitor().get("/api/ready")).status).toBe(200);
  const own = await ownWorker();
  await own.db.prepare("DELETE FROM d1_migrations").run();
  const answer = await own.visitor().get<{ missing: string[] }>("/api/ready");
  expect(answer.status).toBe(503);
  expect(answer.json.missing).toEqual(["migrations"]);
  expect((await own.visitor().get("/api/health")).status).toBe(200);
});

const outside = [
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/./\t/evil.example",
  "/\n/evil.example",
  "/\r/evil.example",
  "/\0",
  "https://evil.example/",
  "/..//evil.example",
  "/%2F/../..//evil.example",
  "/login?from=/login",
];

test.each(outside)("sign-in never redirects to %j", async (from) => {
  const { email, password, ip } = await activated(anywhere);
  const answer = await anywhere.visitor().submit("/login", { email, password, from }, ip);
  expect(answer.status).toBe(302);
  const to = new URL(answer.location ?? "", anywhere.url);
  expect(to.origin).toBe(anywhere.url.origin);
  expect(answer.location).toMatch(/^\/(?!\/)/);
  expect(to.pathname).not.toBe("/login");
});

test("sign-in redirects to the page requested before it", async () => {
  const { email, password, ip } = await activated(anywhere);
  const visitor = anywhere.visitor();
  const answer = await visitor.submit("/login", { email, password, from: "/profile?q=%41" }, ip);
  expect(answer.location).toBe("/profile?q=%41");
});
