import { expect, test } from "vitest";
import { linkToken, mailsTo } from "#tests/support/mailbox";
import { activated, goodPassword, stranger } from "#tests/support/people";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

interface Access {
  access_token: string;
  token_type: string;
  expires_in: number;
}

test("a business signs up, confirms its email and signs in to pages and the API", async () => {
  const { email, ip } = stranger();
  const visitor = worker.visitor();
  const person = { firstName: "Ada", lastName: "Marsh", email, password: goodPassword, organizationName: "Marsh Air" };
  expect((await visitor.post("/api/auth/signup", person, ip)).status).toBe(202);

  const early = await visitor.post<{ message: string }>("/api/auth/login", { email, password: goodPassword }, ip);
  expect(early.status).toBe(403);
  expect(early.json.message).toContain("activate your account first");

  const token = await linkToken(worker, email, "/auth/activate");
  expect((await visitor.post<object>("/api/auth/activate", { token }, ip)).json).toEqual({ email });

  const login = await visitor.post<Access>("/api/auth/login", { email, password: goodPassword }, ip);
  expect(login.json).toMatchObject({ token_type: "Bearer", expires_in: 900 });
  expect((await visitor.get("/profile")).status).toBe(200);

  const bearer = { authorization: `Bearer ${login.json.access_token}` };
  const profile = await worker.visitor().get<object>("/api/auth/profile", { headers: bearer });
  expect(profile.json).toMatchObject({
    firstName: "Ada",
    email,
    roles: ["Admin"],
    role: "Admin",
    legacyRole: "Admin",
    permissions: null,
    organization: { name: "Marsh Air" },
  });
});

test("a sign-up without a business creates only a household", async () => {
  const person = await activated(worker);
  const visitor = worker.visitor();
  await visitor.post("/api/auth/login", person, person.ip);
  const profile = await visitor.get<object>("/api/auth/profile");
  expect(profile.json).toMatchObject({ roles: [], role: null, organization: null });
});

test("an activation link works once", async () => {
  const { email, ip } = stranger();
  const visitor = worker.visitor();
  await visitor.post("/api/auth/signup", { firstName: "A", lastName: "B", email, password: goodPassword }, ip);
  const token = await linkToken(worker, email, "/auth/activate");
  expect((await visitor.post("/api/auth/activate", { token }, ip)).status).toBe(200);
  expect((await visitor.post("/api/auth/activate", { token }, ip)).status).toBe(400);
});

test("signing up again with a known email gets the same response and mails a notice", async () => {
  const { email, ip } = await activated(worker);
  const fresh = stranger();
  const visitor = worker.visitor();
  const person = { firstName: "A", lastName: "B", password: "another-long-password" };
  const known = await visitor.post<object>("/api/auth/signup", { ...person, email }, ip);
  const unknown = await visitor.post<object>("/api/auth/signup", { ...person, email: fresh.email }, fresh.ip);
  expect([known.status, known.json]).toEqual([unknown.status, unknown.json]);
  await expect
    .poll(async () => (await mailsTo(worker, email)).map((mail) => mail.subject))
    .toContain("You already have a Plenum account");
  expect((await visitor.post("/api/auth/login", { email, password: "another-long-password" }, ip)).status).toBe(401);
});

test("the sign-in page sets the same cookies as the API and returns to the previous page", async () => {
  const { email, password, ip } = await activated(worker, "Marsh Air");
  const visitor = worker.visitor();
  const answer = await visitor.submit("/login", { email, password, from: "/workorders?status=scheduled" }, ip);
  expect(answer.status).toBe(302);
  expect(answer.location).toBe("/workorders?status=scheduled");
  expect([...visitor.cookies.keys()].sort()).toEqual(expect.arrayContaining(["device", "refresh", "session"]));
  expect((await visitor.get("/api/auth/profile")).status).toBe(200);
});

test("the sign-in page redirects only to our own pages", async () => {
  const { email, password, ip } = await activated(worker, "Marsh Air");
  for (const from of ["https://evil.example", "//evil.example", "/\\evil.example", "/login", "javascript:alert(1)"]) {
    const answer = await worker.visitor().submit("/login", { email, password, from }, ip);
    expect(answer.location).toBe("/dashboard");
  }
});
