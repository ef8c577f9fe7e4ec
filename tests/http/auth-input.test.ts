import { expect, test } from "vitest";
import { stranger } from "#tests/support/people";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();
const long = "x".repeat(300);
const person = { firstName: "Ada", lastName: "Marsh", email: "ada@example.com", password: "quiet-duct-4-cold" };

interface Refused {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  requestId: string;
}

const wrong: [path: string, body: object, field: string][] = [
  ["/api/auth/login", { email: "nobody", password: "x" }, "email"],
  ["/api/auth/login", { email: "ada@example.com" }, "password"],
  ["/api/auth/login", { email: "ada@example.com", password: "" }, "password"],
  ["/api/auth/login", { email: "ada@example.com", password: "x".repeat(1025) }, "password"],
  ["/api/auth/login", { email: ["ada@example.com"], password: "x" }, "email"],
  ["/api/auth/login", { email: { $gt: "" }, password: "x" }, "email"],
  ["/api/auth/signup", { ...person, firstName: " " }, "firstName"],
  ["/api/auth/signup", { ...person, lastName: long }, "lastName"],
  ["/api/auth/signup", { ...person, email: `${long}@example.com` }, "email"],
  ["/api/auth/signup", { ...person, email: "ada@example" }, "email"],
  ["/api/auth/signup", { ...person, password: "short" }, "password"],
  ["/api/auth/signup", { ...person, password: "password1" }, "password"],
  ["/api/auth/signup", { ...person, password: "ada@example.com" }, "password"],
  ["/api/auth/signup", { ...person, password: 12345678 }, "password"],
  ["/api/auth/signup", { ...person, organizationName: long }, "organizationName"],
  ["/api/auth/activate", {}, "token"],
  ["/api/auth/activate", { token: long }, "token"],
  ["/api/auth/request-reset", { email: "" }, "email"],
  ["/api/auth/reset", { token: "x", password: "1234567" }, "password"],
  ["/api/auth/validate-invitation", { token: 7 }, "token"],
  ["/api/auth/accept-invitation", { token: "x", firstName: "A", password: "quiet-duct-4-cold" }, "lastName"],
];

test.each(wrong)("%s with %j is rejected with a field error", async (path, body, field) => {
  const answer = await worker.visitor().post<Refused>(path, body, stranger().ip);
  expect(answer.status).toBe(400);
  expect(answer.json.code).toBe("invalid");
  expect(Object.keys(answer.json.fields ?? {})).toContain(field);
  expect(answer.json.requestId).not.toBe("");
});

const posts = ["login", "signup", "activate", "request-reset", "reset", "validate-invitation", "accept-invitation"];

test.each(posts)("%s accepts only well-formed JSON", async (name) => {
  const visitor = worker.visitor();
  const send = (body: string, type: string) =>
    visitor.send<Refused>("POST", `/api/auth/${name}`, { body, headers: { "content-type": type, ...stranger().ip } });
  expect((await send("{", "application/json")).status).toBe(400);
  expect((await send("[]", "application/json")).status).toBe(400);
  expect((await send("null", "application/json")).status).toBe(400);
  expect((await send("email=a", "application/x-www-form-urlencoded")).status).toBe(415);
  expect((await send("{}", "text/plain")).status).toBe(415);
  expect((await send(JSON.stringify({ email: "x".repeat(1_100_000) }), "application/json")).status).toBe(413);
});

test("fields that a client may not set are ignored: role, status, id", async () => {
  const { email, ip } = stranger();
  const sly = { ...person, email, id: "mine", status: "active", roles: ["Admin"], orgId: "theirs", isActive: true };
  expect((await worker.visitor().post("/api/auth/signup", sly, ip)).status).toBe(202);
  const users = await worker.db
    .prepare("SELECT count(*) AS n FROM users WHERE email = ?")
    .bind(email)
    .first<{ n: number }>();
  expect(users?.n).toBe(0);
});

const pages = ["/login", "/signup", "/auth/request-reset", "/auth/activate", "/auth/reset", "/auth/accept-invitation"];

test.each(pages)("%s opens for a guest with one heading and accepts only forms", async (path) => {
  const visitor = worker.visitor();
  const page = await visitor.get(path);
  expect(page.status).toBe(200);
  expect(page.text.match(/<h1/g)).toHaveLength(1);
  const json = await visitor.send("POST", path, { body: "{}", headers: { "content-type": "application/json" } });
  expect(json.status).toBe(415);
});

test.each(["/login", "/signup"])("a password typed into %s is not sent back", async (path) => {
  const form = {
    ...person,
    kind: "business",
    organizationName: "",
    email: "not an address",
    password: "secret-typed-words",
  };
  const answer = await worker.visitor().submit(path, form, stranger().ip);
  expect(answer.status).toBe(400);
  expect(answer.text).toContain("Please enter a valid email address");
  expect(answer.text).not.toContain("secret-typed-words");
});

test("the business name is required when a business signs up, but not for a household", async () => {
  const form = { ...person, email: "star@example.com", password: "damper-flue-sleet-41", organizationName: " " };
  const sent = (kind: string) => worker.visitor().submit("/signup", { ...form, kind }, stranger().ip);
  const { text, status } = await sent("business");
  expect(status).toBe(400);
  expect(text).toMatch(/<label[^>]*>Business name<[^/]*?\*</);
  expect(text).toMatch(/<p id="[^"]*organizationName[^"]*"[^>]*>[^<]*(required|business name)/i);
  expect((await sent("household")).status).toBeLessThan(400);
});

test("a malformed cookie is treated as a guest, not as an error", async () => {
  const visitor = worker.visitor();
  visitor.cookies.set("session", "%E0%A4%A");
  visitor.cookies.set("plenum_bookmark", "%");
  expect((await visitor.get("/login")).status).toBe(200);
});

test("the profile returns 401 to a guest with any kind of credential", async () => {
  for (const authorization of ["", "Bearer x", "Basic eDp5"]) {
    const answer = await worker.visitor().get<Refused>("/api/auth/profile", { headers: { authorization } });
    expect([answer.status, answer.json.code]).toEqual([401, "unauthenticated"]);
  }
});
