import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { expect, test } from "vitest";
import { rawRequest } from "#tests/support/raw";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const { admin } = await worker.business();
const household = await worker.household();
const MB = 1_000_000;

/** Sends `bytes` without a length, in chunks; returns the status, or null if the connection was closed before. */
function sendChunked(path: string, { bytes, headers }: { bytes: number; headers: Record<string, string> }) {
  const chunk = Buffer.alloc(64 * 1024, "a");
  return new Promise<{ status: number | null; sent: number }>((resolve) => {
    let sent = 0;
    let done = false;
    const finish = (status: number | null) => {
      done = true;
      resolve({ status, sent });
      sending.destroy();
    };
    const sending = request(new URL(path, worker.url), { method: "POST", headers, agent: false }, (answer) => {
      answer.resume();
      finish(answer.statusCode ?? null);
    });
    sending.on("error", () => finish(null));
    const pump = () => {
      while (!done && sent < bytes) {
        sent += chunk.length;
        if (!sending.write(chunk)) {
          sending.once("drain", pump);
          return;
        }
      }
      if (!done) sending.end();
    };
    pump();
  });
}

const formHeaders = { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "same-origin" };

test.each(["/login", "/signup", "/auth/request-reset", "/profile"])(
  "a form for %s of 2 MB with a declared length, or 1.4 MB in chunks, is rejected as too large",
  async (path) => {
    const declared = await rawRequest(new URL(path, worker.url), {
      method: "POST",
      headers: { ...formHeaders, "content-length": String(2 * MB) },
      body: "a".repeat(2 * MB),
    });
    expect(declared.status).toBe(413);
    // Of what is sent in chunks, 1.5 MB are read; whoever sends more may find the connection closed before the response.
    expect((await sendChunked(path, { bytes: 1.4 * MB, headers: formHeaders })).status).toBe(413);
  },
);

test.each([
  ["/login", formHeaders],
  ["/api/webhooks/plaid", { "content-type": "application/json" }],
  ["/api/auth/login", { "content-type": "application/json" }],
  ["/resources/imports", { ...formHeaders, "content-type": "multipart/form-data; boundary=x" }],
])("a guest's endless body for %s is not read to the end", async (path, headers) => {
  const { status, sent } = await sendChunked(path, { bytes: 200 * MB, headers });
  expect([413, 401, 403, null]).toContain(status);
  expect(sent).toBeLessThan(60 * MB);
});

test.each([
  ["/login", formHeaders],
  ["/api/work-orders", { "content-type": "application/json" }],
  ["/api/webhooks/plaid", { "content-type": "application/json" }],
  ["/resources/technician-mutations/1", { ...formHeaders, "content-type": "multipart/form-data; boundary=x" }],
  ["/settings", { ...formHeaders, "content-type": "multipart/form-data; boundary=x" }],
])("a guest's upload above any size limit is answered before the body is sent: %s", async (path, headers) => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const declared = { ...headers, "content-length": String(100 * MB) };
    const sending = request(
      new URL(path, worker.url),
      { method: "POST", headers: declared, agent: false },
      (answer) => {
        resolve(answer.statusCode);
        sending.destroy();
      },
    );
    sending.on("error", reject);
    sending.flushHeaders();
  });
  expect([401, 403, 413]).toContain(status);
});

test.each(["plaid", "stripe", "stripe/1", "plans", "texts", "texts/1"])(
  "a webhook of more than 64 KB is rejected as too large, with a declared length or in chunks: %s",
  async (system) => {
    const path = `/api/webhooks/${system}`;
    const headers = { "content-type": "application/json" };
    const declared = (bytes: number) =>
      rawRequest(new URL(path, worker.url), {
        method: "POST",
        headers: { ...headers, "content-length": String(bytes) },
        body: "a".repeat(bytes),
      });
    expect((await declared(64_001)).status).toBe(413);
    expect((await declared(63_000)).status).not.toBe(413);
    expect((await sendChunked(path, { bytes: 64_001, headers })).status).toBe(413);
  },
);

test("a guest's chunked body does not get the size limit of declared uploads", async () => {
  const headers = { ...formHeaders, "content-type": "multipart/form-data; boundary=x" };
  const { status, sent } = await sendChunked("/resources/technician-mutations/1", { bytes: 200 * MB, headers });
  expect([413, null]).toContain(status);
  expect(sent).toBeLessThan(20 * MB);
});

test("an import sent after the session ended gets a 401 in the screen's format and is not read", async () => {
  const form = new FormData();
  form.set("file", new File([new Uint8Array(12 * MB)], "statement.csv", { type: "text/csv" }));
  const guest = worker.visitor();
  const headers = { "sec-fetch-site": "same-origin" };
  const sent = await guest.send("POST", "/resources/imports.data", { body: form, headers });
  expect([sent.status, sent.text.includes("sessionEnded")]).toEqual([401, true]);
  expect((await guest.send("POST", "/resources/imports", { body: form, headers })).status).toBe(401);
});

test("a photo of 3 MB sent after the session ended gets a 401 instead of a 413", async () => {
  const form = new FormData();
  form.set("intent", "addPhoto");
  form.set("photo", new File([new Uint8Array(3 * MB)], "rating-plate.jpg", { type: "image/jpeg" }));
  const guest = worker.visitor();
  const headers = { "sec-fetch-site": "same-origin" };
  const { status } = await guest.send("POST", "/resources/technician-mutations/1", { body: form, headers });
  expect(status).toBe(401);
});

test.each([
  ["null", 302],
  [worker.url.origin, 302],
  ["https://evil.example", 403],
  ["not an origin", 403],
])("a same-origin form with Origin %s gets a %i", async (origin, status) => {
  const headers = { ...formHeaders, origin };
  const signOut = await rawRequest(new URL("/auth/sign-out", worker.url), { method: "POST", headers });
  expect(signOut.status).toBe(status);
});

test.each([
  ["a length that is not a number", '{"name":{"length":{"toString":""}}}'],
  ["a nested length that is not a number", '{"contacts":[{"name":{"length":{"valueOf":1,"toString":null}}}]}'],
  ["a size that is not a number", '{"name":{"size":[{"toString":1}]}}'],
  ["half a million values", `[${"0,".repeat(499_000)}0]`],
  ["arrays nested to the end of the body", `${"[".repeat(499_000)}${"]".repeat(499_000)}`],
])("a body with %s is rejected with a message", async (_what, body) => {
  const { status, json } = await admin.post<{ message: string }>("/api/customers", body, {
    "content-type": "application/json",
  });
  expect(status).toBe(400);
  expect(json.message).toEqual(expect.any(String));
});

test("a browser that hides the origin can sign in", async () => {
  const headers = { ...formHeaders, origin: "null" };
  const body = new URLSearchParams({ email: "nobody@example.com", password: "a wrong password" }).toString();
  const { status } = await rawRequest(new URL("/login", worker.url), { method: "POST", headers, body });
  expect(status).toBe(401);
});

test.each([
  ["of one part", "a"],
  ["of two parts", "a.a"],
  ["of three parts", "a.a.a"],
  ["of empty parts", "."],
  ["of two encoded letters", "YQ.YQ"],
  ["with umlauts", "ä.ä"],
  ["of 5,000 characters", `${"a".repeat(5000)}.a`],
  ["of two encoded empty objects", "e30.e30"],
])("a bearer token %s is treated as a guest", async (_what, token) => {
  const headers = { authorization: `Bearer ${encodeURIComponent(token)}` };
  expect((await worker.visitor().get("/api/auth/profile", { headers })).status).toBe(401);
  expect((await worker.visitor().get("/api/health", { headers })).status).toBe(200);
});

test.each(["constructor", "__proto__", "toString", "hasOwnProperty"])(
  "an unknown form intent causes no server error: %s",
  async (intent) => {
    const visitor = worker.visitor();
    expect((await visitor.submit("/support", { intent })).status).toBeLessThan(500);
    for (const path of ["/settings", "/profile", "/technicians/invitations", "/finances/calendar"]) {
      expect((await admin.submit(path, { intent })).status, path).toBeLessThan(500);
    }
  },
);

const hostileTexts = [
  "x".repeat(49),
  "é".repeat(40),
  "%_".repeat(40),
  "\\".repeat(60),
  '"'.repeat(30),
  "a".repeat(5000),
  "AND OR NOT ( * ^",
  "\u0000",
  "🔥".repeat(30),
];

async function searchesFor(path: string): Promise<void> {
  for (const text of hostileTexts) {
    const { status } = await admin.get(path + encodeURIComponent(text));
    expect(status, text.slice(0, 20)).toBeLessThan(500);
  }
}

test.each([
  ...["/workorders?search=", "/workorders/board?search=", "/customers?search=", "/properties?search="],
  ...["/equipment?search=", "/service-types?search=", "/technicians?search=", "/bugscout/issues?search="],
  ...["/leads?search=", "/invoices-v2?search=", "/inventory/items?search="],
  ...["/system/user-managment?q=", "/support?q=", "/messages?q="],
])("any text can be searched for on a screen: %s", async (path) => {
  // Otherwise the parameter's name would be wrong and nothing would be searched.
  const { text } = await admin.get(`${path}zebrawood`);
  expect(/<input[^>]*value="zebrawood"/.test(text)).toBe(true);
  await searchesFor(path);
});

test.each([
  ...["/api/work-orders?search=", "/api/customers?search=", "/api/service-types?search=", "/api/technicians?search="],
  ...["/api/equipment?search=", "/api/inventory/items?search=", "/api/invoices?search=", "/api/issues?search="],
])("any text can be searched for over the API: %s", async (path) => {
  expect((await admin.get(path + "a".repeat(5000))).status).toBe(400);
  await searchesFor(path);
});

test.each(["/resources/search?q=", "/resources/customer-choices?q="])("any text can be looked up: %s", searchesFor);

test.each([
  "/workorders/scheduler/9999-12-31",
  "/workorders/scheduler/0001-01-01",
  "/workorders?from=9999-12-31&to=9999-12-31",
  "/api/scheduling/days/9999-12-31",
  "/api/scheduling/load?from=9999-12-31&to=9999-12-31",
  "/technicians/available?startDate=9999-12-31&endDate=zzz",
  "/api/technicians/available?startDate=9999-12-30&endDate=9999-12-31",
  "/finances?month=9999-12",
  "/finances?month=0001-01",
  "/finances/calendar?month=9999-12",
  "/finances/dashboard?month=9999-12",
  "/finances/planned/__proto__/0001-01-01",
  "/finances/planned/__proto__/9999-12-31",
  "/finances/dashboard?if=plus~expense~5~9999-12-31~monthly~x",
  "/invoices-v2?from=0001-01-01&to=9999-12-31",
  "/api/equipment/x/refrigerant-readings/history?endDate=9999-12-31",
  "/settings/audit?from=0001-01-01&to=9999-12-31",
  "/resources/audit-log?to=9999-12-31",
  "/api/audit-log?to=9999-12-31",
])("a date at the end of the calendar causes no error: %s", async (path) => {
  for (const visitor of [admin, household]) expect((await visitor.get(path)).status).toBeLessThan(500);
});

test.each([
  "/workorders/scheduler/1999-12-31",
  "/workorders/scheduler/2101-01-01",
  "/workorders/scheduler/9999-12-31",
  "/api/scheduling/days/1999-12-31",
  "/api/scheduling/days/2101-01-01",
  "/api/scheduling/days/9999-12-31",
])("a day outside the planning range returns 404: %s", async (path) => {
  expect((await admin.get(path)).status).toBe(404);
});

const noPlace = "x".repeat(6201);
test.each([
  ["customers after", 200, `/customers?cursor=${noPlace}`],
  ["customers before", 200, `/customers?before=${noPlace}`],
  ["properties after", 200, `/properties?cursor=${noPlace}`],
  ["properties before", 200, `/properties?before=${noPlace}`],
  ["deleted issues after", 200, `/bugscout/trash?cursor=${noPlace}`],
  ["sync log entries after", 200, `/bugscout/config/sync/log?cursor=${noPlace}&repository=${noPlace}`],
  ["an unknown conversation at", 404, `/messages/${randomUUID()}?at=3000000000`],
  ["an unknown conversation before", 404, `/resources/thread-messages/${randomUUID()}?limit=x&before=0`],
])("a request for %s an unknown position gets a %i", async (_what, status, path) => {
  expect((await admin.get(path)).status).toBe(status);
});

test.each([
  "/equipment/__proto__/plans/__proto__/end",
  "/equipment/constructor/readings/episodes/__proto__/void",
  "/customers/__proto__/equipment/constructor",
  "/workorders/__proto__",
])("a page of an unknown record returns 404: %s", async (path) => {
  expect((await admin.get(path)).status).toBe(404);
});

test.each([null, true, 7, "text", [], [null], { name: null }, { name: { name: {} } }])(
  "a body of the wrong shape is rejected: %j",
  async (body) => {
    for (const path of [
      "/api/customers",
      "/api/work-orders",
      "/api/service-types",
      "/api/equipment",
      "/api/auth/login",
    ]) {
      const { status } = await admin.send("POST", path, {
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
      expect(status, path).toBeGreaterThanOrEqual(400);
      expect(status, path).toBeLessThan(500);
    }
  },
);

test.each([
  ["fewer than 8", "short"],
  ["more than 200", "k".repeat(201)],
])("an idempotency key of %s characters is rejected", async (_what, key) => {
  const answer = await admin.post<{ message: string; code: string }>(
    "/api/customers",
    { type: "residential", firstName: "Ann", lastName: randomUUID(), email: `${randomUUID()}@example.com` },
    { "idempotency-key": key },
  );
  expect(answer.status).toBe(400);
  expect(answer.json.message).toContain("Idempotency-Key");
});

test.each([
  ["of fewer than 8 characters", "short"],
  ["of more than 200 characters", "k".repeat(201)],
  ["of emojis", "🔥🔥🔥🔥"],
  ["with a null character", "\u0000aaaaaaaaaaaa"],
])("a form key %s is rejected in the field, and in the header if it can be sent there", async (_what, key) => {
  const names = { intent: "name", firstName: "Ann", lastName: "Lee" };
  expect((await admin.submit("/profile", { ...names, idempotencyKey: key })).status).toBe(400);
  if (/[^ -~]/.test(key)) return;
  expect((await admin.submit("/profile", names, { "idempotency-key": key })).status).toBe(400);
});

test.each([
  ["with a null character", "%00"],
  ["of 4,000 characters", "x".repeat(4000)],
  ["with an umlaut", "ä"],
  ["with an encoded emoji", "%F0%9F%94%A5"],
  ["with the id of nothing", "00000000-0000-0000-0000-000000000000"],
])("a bookmark cookie %s, which did not come from the database, is ignored", async (_what, bookmark) => {
  const { status } = await rawRequest(new URL("/workorders", worker.url), {
    method: "GET",
    headers: { cookie: `session=${admin.cookies.get("session")}; plenum_bookmark=${encodeURI(bookmark)}` },
  });
  expect(status).toBe(200);
});

test.each(["/system/user-managment", "/customers", "/equipment", "/service-types", "/technicians", "/workorders"])(
  "an invalid page size causes no error: %s",
  async (path) => {
    for (const limit of ["toString", "-1", "1e309", ""]) {
      expect((await admin.get(`${path}?limit=${limit}`)).status).toBeLessThan(500);
    }
  },
);

test.each(["/dev/bank/sign", "/dev/bank/command"])("an invalid body for %s returns 400", async (path) => {
  for (const body of ["", "null", "{", '{"webhook":7}', '{"itemId":"x","command":{"op":"y"}}']) {
    const headers = { "content-type": "application/json" };
    expect((await worker.visitor().send("POST", path, { body, headers })).status, body).toBe(400);
  }
});

test.each([[{ toString: 1 }], [[]], [true], [{ valueOf: null }]])(
  "an invalid amount is rejected: %j",
  async (amount) => {
    const household = await worker.household();
    const account = { name: "Checking", accountType: "checking", currentBalance: amount };
    expect((await household.post("/api/bank-accounts", account)).status).toBe(400);
  },
);
