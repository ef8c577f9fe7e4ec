import { expect, test } from "vitest";
import { persistentCtx } from "#tests/support/lockout";
import { linkToken, mailsTo } from "#tests/support/mailbox";
import { activated, stranger } from "#tests/support/people";
import { rawRequest } from "#tests/support/raw";
import { ownWorker } from "#tests/support/worker";
import { beginAttempt } from "~/domain/auth/sign-in.server";

const worker = await ownWorker();

function guess(email: string, from: Record<string, string>) {
  return worker.visitor().post<{ message: string }>("/api/auth/login", { email, password: "not-the-password" }, from);
}

/** The first wait is two seconds, in which a busy machine may not reach the next attempt; later waits double. */
async function untilHeldBack(attempt: () => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  while (statuses.at(-1) !== 429 && statuses.length < 12) statuses.push((await attempt()).status);
  return statuses;
}

test("only a few of 300 guesses are checked, and the owner's known browser can still sign in", async () => {
  const { email, password, ip } = await activated(worker);
  const owner = worker.visitor();
  expect((await owner.post("/api/auth/login", { email, password }, ip)).status).toBe(200);

  const body = JSON.stringify({ email, password: "not-the-password" });
  const url = new URL("/api/auth/login", worker.url);
  const guessed = (from: Record<string, string>) =>
    rawRequest(url, { method: "POST", headers: { ...from, "content-type": "application/json" }, body });
  // On separate connections: a shared pool would be cut off for the next request.
  const answers: Awaited<ReturnType<typeof guessed>>[] = [];
  for (let wave = 0; wave < 3; wave++) {
    answers.push(...(await Promise.all(Array.from({ length: 100 }, () => guessed(stranger().ip)))));
  }
  const evaluated = answers.filter((answer) => answer.status === 401);
  const refused = answers.filter((answer) => answer.status === 429);
  expect(evaluated.length).toBeLessThanOrEqual(100);
  expect(evaluated.length + refused.length).toBe(300);
  expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(0);
  // The first wait may be over by now. Each further guess that is evaluated doubles it.
  let next = await guess(email, stranger().ip);
  for (let tries = 0; next.status === 401 && tries < 6; tries++) next = await guess(email, stranger().ip);
  expect(next.json.message).toMatch(/^Too many attempts\. Please try again in \d+ (seconds|minutes)\.$/);

  expect((await owner.post("/api/auth/login", { email, password }, ip)).status).toBe(200);
});

test("an unknown email is locked out the same way", async () => {
  const { email } = stranger();
  const statuses = await untilHeldBack(() => guess(email, stranger().ip));
  expect(statuses.slice(0, 6)).toEqual([401, 401, 401, 401, 401, 401]);
  expect(statuses.at(-1)).toBe(429);
});

test("a correct password resets the count of wrong ones", async () => {
  const { email, password, ip } = await activated(worker);
  for (let round = 0; round < 3; round++) {
    for (let i = 0; i < 4; i++) expect((await guess(email, ip)).status).toBe(401);
    expect((await worker.visitor().post("/api/auth/login", { email, password }, ip)).status).toBe(200);
  }
});

test("changing the password counts failed attempts like signing in", async () => {
  const { email, password, ip } = await activated(worker);
  const visitor = worker.visitor();
  await visitor.submit("/login", { email, password }, ip);
  visitor.cookies.delete("device");
  const change = { intent: "password", currentPassword: "wrong-one", password: "a-new-long-password" };
  const statuses = await untilHeldBack(() => visitor.submit("/profile", change, ip));
  expect(statuses.slice(0, 6)).toEqual([400, 400, 400, 400, 400, 400]);
  expect(statuses.at(-1)).toBe(429);
});

test("a password reset lets the owner sign in at once, even from an unknown browser", async () => {
  const { email, password, ip } = await activated(worker);
  const signIn = (word: string) => worker.visitor().post("/api/auth/login", { email, password: word }, stranger().ip);
  const signInHeldBack = async () => {
    expect((await untilHeldBack(() => guess(email, stranger().ip))).at(-1)).toBe(429);
    return (await signIn(password)).status;
  };
  // On a busy machine the wait of two seconds may end before the sign-in, which then starts the count anew.
  let status = await signInHeldBack();
  for (let tries = 0; status === 200 && tries < 5; tries++) status = await signInHeldBack();
  expect(status).toBe(429);
  await worker.visitor().post("/api/auth/request-reset", { email }, ip);
  const token = await linkToken(worker, email, "/auth/reset");
  const next = "another-quiet-morning-9";
  expect((await worker.visitor().post("/api/auth/reset", { token, password: next }, ip)).status).toBe(200);
  // Earlier failures no longer count; otherwise the second attempt would have to wait.
  for (let i = 0; i < 3; i++) expect((await guess(email, stranger().ip)).status).toBe(401);
  expect((await signIn(next)).status).toBe(200);
});

test("repeated wrong passwords send the owner one email, and none to an address without an account", async () => {
  const { email } = await activated(worker);
  const unknown = stranger().email;
  for (const address of [email, unknown]) {
    const { ctx, afterwards } = persistentCtx(worker.db);
    // Some of them must wait, and retry afterward.
    for (let i = 0; i < 40; i++) await beginAttempt(ctx, address, null).catch(() => null);
    await Promise.all(afterwards);
  }
  const mailsAbout = async (to: string) => {
    await worker.sweep();
    return (await mailsTo(worker, to)).filter(({ subject }) => subject.startsWith("Several failed sign-ins"));
  };
  await expect.poll(() => mailsAbout(email)).toHaveLength(1);
  expect(await mailsAbout(unknown)).toEqual([]);
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

test.each(guestPaths)("a flood from one network on %s gets a 429", async (path, body) => {
  const { ip } = stranger();
  const headers = { ...ip, "content-type": "application/json" };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  // Sixty a minute pass, so some of these exceed the limit wherever the next minute starts.
  const answers = await Promise.all(Array.from({ length: 140 }, () => rawRequest(new URL(path, worker.url), request)));
  const held = answers.filter((answer) => answer.status === 429 && answer.headers["retry-after"] === "60");
  expect(held.length).toBeGreaterThanOrEqual(10);
});
