import { expect, test } from "vitest";
import { activated, stranger } from "#tests/support/people";
import { rawRequest } from "#tests/support/raw";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

function guess(email: string, from: Record<string, string>) {
  return worker.visitor().post<{ message: string }>("/api/auth/login", { email, password: "not-the-password" }, from);
}

test("of a thousand parallel guesses from everywhere a handful is evaluated, and the owner's own browser still gets in", async () => {
  const { email, password, ip } = await activated(worker);
  const owner = worker.visitor();
  expect((await owner.post("/api/auth/login", { email, password }, ip)).status).toBe(200);

  const answers = await Promise.all(Array.from({ length: 1000 }, () => guess(email, stranger().ip)));
  const evaluated = answers.filter((answer) => answer.status === 401);
  const refused = answers.filter((answer) => answer.status === 429);
  expect(evaluated.length).toBeLessThanOrEqual(100);
  expect(evaluated.length + refused.length).toBe(1000);
  expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(refused[0]?.json.message).toMatch(/^Too many attempts\. Please try again in \d+ (seconds|minutes)\.$/);

  expect((await owner.post("/api/auth/login", { email, password }, ip)).status).toBe(200);
});

test("an email nobody has locks out the same way", async () => {
  const { email } = stranger();
  const answers = [];
  for (let i = 0; i < 8; i++) answers.push(await guess(email, stranger().ip));
  expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
});

test("a right password forgets the wrong ones before it", async () => {
  const { email, password, ip } = await activated(worker);
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) expect((await guess(email, ip)).status).toBe(401);
    expect((await worker.visitor().post("/api/auth/login", { email, password }, ip)).status).toBe(200);
  }
});

test("changing the password is counted like signing in", async () => {
  const { email, password, ip } = await activated(worker);
  const visitor = worker.visitor();
  await visitor.submit("/login", { email, password }, ip);
  visitor.cookies.delete("device");
  const change = { intent: "password", currentPassword: "wrong-one", password: "a-new-long-password" };
  const statuses = [];
  for (let i = 0; i < 7; i++) statuses.push((await visitor.submit("/profile", change, ip)).status);
  expect(statuses).toEqual([400, 400, 400, 400, 400, 400, 429]);
});

const guestPaths = [
  ["/api/auth/login", { email: "a@example.com", password: "x" }],
  ["/api/auth/activate", { token: "x" }],
  ["/api/auth/request-reset", { email: "a@example.com" }],
  ["/api/auth/reset", { token: "x", password: "long-enough-words" }],
  ["/api/auth/validate-invitation", { token: "x" }],
  ["/api/auth/accept-invitation", { token: "x", firstName: "A", lastName: "B", password: "long-enough-words" }],
  ["/api/auth/refresh", {}],
] as const;

test.each(guestPaths)("a flood from one place on %s is held back with 429", async (path, body) => {
  const { ip } = stranger();
  const headers = { ...ip, "content-type": "application/json" };
  const asked = { method: "POST", headers, body: JSON.stringify(body) };
  const answers = await Promise.all(Array.from({ length: 75 }, () => rawRequest(new URL(path, worker.url), asked)));
  const held = answers.filter((answer) => answer.status === 429 && answer.headers["retry-after"] === "60");
  expect(held.length).toBeGreaterThanOrEqual(10);
});
