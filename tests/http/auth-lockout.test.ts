import { expect, test } from "vitest";
import { activated, stranger } from "#tests/support/people";
import { rawRequest } from "#tests/support/raw";
import { ownWorker } from "#tests/support/worker";

const worker = await ownWorker();

function guess(email: string, from: Record<string, string>) {
  return worker.visitor().post<{ message: string }>("/api/auth/login", { email, password: "not-the-password" }, from);
}

/** The first wait is two seconds, in which a busy machine may not get to the next attempt; the later ones double. */
async function untilHeldBack(attempt: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 12) statuses.push((await attempt()).status);
  return statuses;
}

test("of 300 guesses, a hundred at once, only a few are checked, and the owner's known browser still signs in", async () => {
  const { email, password, ip } = await activated(worker);
  const owner = worker.visitor();
  expect((await owner.post("/api/auth/login", { email, password }, ip)).status).toBe(200);

  const body = JSON.stringify({ email, password: "not-the-password" });
  const url = new URL("/api/auth/login", worker.url);
  const guessed = (from: Record<string, string>) =>
    rawRequest(url, { method: "POST", headers: { ...from, "content-type": "application/json" }, body });
  // From connections of their own: a pool of them would be cut off under whoever asks next.
  const answers: Awaited<ReturnType<typeof guessed>>[] = [];
  for (let wave = 0; wave < 3; wave++) {
    answers.push(...(await Promise.all(Array.from({ length: 100 }, () => guessed(stranger().ip)))));
  }
  const evaluated = answers.filter((answer) => answer.status === 401);
  const refused = answers.filter((answer) => answer.status === 429);
  expect(evaluated.length).toBeLessThanOrEqual(100);
  expect(evaluated.length + refused.length).toBe(300);
  expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(0);
  const { json } = await guess(email, stranger().ip);
  expect(json.message).toMatch(/^Too many attempts\. Please try again in \d+ (seconds|minutes)\.$/);

  expect((await owner.post("/api/auth/login", { email, password }, ip)).status).toBe(200);
});

test("an unknown email is locked out the same way", async () => {
  const { email } = stranger();
  const statuses = await untilHeldBack(() => guess(email, stranger().ip));
  expect(statuses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 401]);
  expect(statuses.at(-1)).toBe(429);
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
  const statuses = await untilHeldBack(() => visitor.submit("/profile", change, ip));
  expect(statuses.slice(0, 6)).toEqual([400, 400, 400, 400, 400, 400]);
  expect(statuses.at(-1)).toBe(429);
});

const guestPaths = [
  ["/api/auth/login", { email: "a@example.com", password: "x" }],
  ["/api/auth/activate", { token: "x" }],
  ["/api/auth/request-reset", { email: "a@example.com" }],
  ["/api/auth/reset", { token: "x", password: "long-enough-words" }],
  ["/api/auth/validate-invitation", { token: "x" }],
  ["/api/auth/accept-invitation", { token: "x", firstName: "A", lastName: "B", password: "long-enough-words" }],
  ["/api/auth/refresh", {}],
  ["/api/auth/login/passkey/options", {}],
] as const;

test.each(guestPaths)("a flood from one place on %s is held back with 429", async (path, body) => {
  const { ip } = stranger();
  const headers = { ...ip, "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  // Sixty a minute pass, so of these too many fall into one minute wherever the next one begins.
  const answers = await Promise.all(Array.from({ length: 140 }, () => rawRequest(new URL(path, worker.url), request)));
  const held = answers.filter((answer) => answer.status === 429 && answer.headers["retry-after"] === "60");
  expect(held.length).toBeGreaterThanOrEqual(10);
});
