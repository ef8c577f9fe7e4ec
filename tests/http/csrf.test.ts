import { expect, test } from "vitest";
import { rawRequest } from "#tests/support/raw";
import { openSocket } from "#tests/support/socket";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin } = await worker.business();
const session = `session=${admin.cookies.get("session")}`;
const signedIn = await admin.post<never>("/api/auth/event-token");
expect(signedIn.status).toBe(200);

/** A bearer token of the same session, as an API client has it. */
const bearer = await bearerOf();

async function bearerOf(): Promise<string> {
  const [row] = (
    await worker.db.prepare("SELECT id FROM sessions WHERE user_id = ?").bind(admin.userId).all<{ id: string }>()
  ).results;
  const exp = Math.floor(Date.now() / 1000) + 600;
  const body = Buffer.from(JSON.stringify({ use: "access", sid: row?.id, exp })).toString("base64url");
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode("s".repeat(40)),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  const signature = Buffer.from(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(body)));
  return `Bearer ${body}.${signature.toString("base64url")}`;
}

const credentials: Record<string, Record<string, string>> = {
  cookie: { cookie: session },
  bearer: { authorization: bearer },
  both: { cookie: session, authorization: bearer },
  none: {},
};

const own = worker.url.origin;
const sites: Record<string, Record<string, string>> = {
  "same-origin": { "sec-fetch-site": "same-origin", origin: own },
  "same-site": { "sec-fetch-site": "same-site", origin: "https://sub.example.com" },
  "cross-site": { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
  null: { origin: "null" },
  missing: {},
};

const formats = {
  form: { method: "POST", type: "application/x-www-form-urlencoded" },
  json: { method: "POST", type: "application/json" },
  multipart: { method: "POST", type: "multipart/form-data; boundary=x" },
  "text/plain": { method: "POST", type: "text/plain" },
  PUT: { method: "PUT", type: "application/json" },
  DELETE: { method: "DELETE", type: "application/json" },
  WS: { method: "GET", type: "" },
};

/** Which origins a request by cookie alone, and a socket, may come from. Foreign pages cannot send bearer tokens. */
function passes(credential: string, site: string, format: string): boolean {
  if (site === "same-origin") return true;
  // Browsers send their origin for every socket: without one it is not a page of ours.
  if (format === "WS") return false;
  return credential !== "cookie";
}

const cases = Object.keys(credentials).flatMap((credential) =>
  Object.keys(sites).flatMap((site) =>
    Object.entries(formats).map(([format, how]) => ({
      credential,
      site,
      format,
      ...how,
      pass: passes(credential, site, format),
    })),
  ),
);

async function send(method: string, path: string, headers: Record<string, string>): Promise<number> {
  return (await rawRequest(new URL(path, worker.url), { method, headers })).status;
}

test("the matrix has every case, and 40 of them must be rejected", () => {
  expect(cases).toHaveLength(140);
  expect(cases.filter((each) => !each.pass)).toHaveLength(40);
});

test.each(cases)(
  "$format with $credential from $site: passes $pass",
  async ({ credential, site, format, method, type, pass }) => {
    const headers = { ...credentials[credential], ...sites[site] };
    if (format === "WS") {
      const socket = await openSocket(new URL("/api/events?token=none", worker.url), headers);
      socket.end();
      // It passes the CSRF check and is only refused for its ticket.
      expect(socket.status).toBe(pass ? 401 : 403);
      return;
    }
    const path = method === "POST" ? "/api/auth/event-token" : "/api/auth/profile";
    const status = await send(method, path, { ...headers, "content-type": type });
    const done = method === "POST" ? (credential === "none" ? 401 : 200) : 404;
    expect(status).toBe(pass ? done : 403);
  },
);

test.each([
  ["same-origin", 302],
  ["same-site", 403],
  ["cross-site", 403],
  ["null", 403],
  ["missing", 403],
])("a form without a cookie from %s gets a %i, so nobody is signed in to another account", async (site, status) => {
  const headers = { ...sites[site], "content-type": "application/x-www-form-urlencoded" };
  expect(await send("POST", "/auth/sign-out", headers)).toBe(status);
});

test.each([
  [own, 200],
  ["https://evil.example", 403],
  [`${own}.evil.example`, 403],
  [own.replace("http:", "https:"), 403],
  ["null", 403],
])("a browser that sends no Sec-Fetch-Site is checked by its Origin %s", async (origin, status) => {
  expect(await send("POST", "/api/auth/event-token", { cookie: session, origin })).toBe(status);
});

test("a GET changes nothing", async () => {
  const count = async () => {
    const { results } = await worker.db.prepare("SELECT count(*) AS n FROM sessions").all<{ n: number }>();
    return results[0]?.n;
  };
  const before = await count();
  for (const path of ["/auth/sign-out", "/auth/activate?token=x", "/auth/reset?token=x", "/profile", "/settings"]) {
    await admin.get(path);
  }
  expect(await count()).toBe(before);
});
