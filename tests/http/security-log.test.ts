import { expect, test } from "vitest";
import { activated } from "#tests/support/people";
import { testWorker, workerOutput } from "#tests/support/worker";

const worker = await testWorker();

/** The platform log's lines about an account. */
const lines = (userId: string) =>
  workerOutput()
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes(userId))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

test("account events are also written to the platform log, which identifies people only by id", async () => {
  const { email, password, ip } = await activated(worker, "Harbor Heating");
  const userId = await worker.db.prepare("SELECT id FROM users WHERE email = ?").bind(email).first<string>("id");
  const visitor = worker.visitor();
  await visitor.post("/api/auth/login", { email, password: "not-the-password" }, ip);
  await visitor.post("/api/auth/login", { email, password }, ip);
  await visitor.submit("/auth/sign-out", {});
  const kinds = () => lines(userId ?? "").map(({ security }) => security);
  await expect.poll(kinds).toEqual(expect.arrayContaining(["sign_in_failed", "sign_in", "sign_out"]));
  for (const line of lines(userId ?? ""))
    expect(line).toEqual({
      ...{ level: "info", security: expect.any(String), requestId: expect.any(String), userId },
      detail: null,
    });
  for (const secret of [email, password, "not-the-password"]) expect(workerOutput()).not.toContain(secret);
});
