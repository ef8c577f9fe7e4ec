import { expect, test } from "vitest";
import { ownWorker, testWorker } from "#tests/support/worker";

test("whom to tell of a weakness is said where the deployment names somebody", async () => {
  const worker = await ownWorker({ SECURITY_CONTACT: "mailto:security@example.com" });
  const { status, text, headers } = await worker.visitor().get("/.well-known/security.txt");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  expect(text).toContain("Contact: mailto:security@example.com\n");
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now() + 300 * 86_400_000);
});

test("a deployment that names nobody has no such file", async () => {
  const worker = await testWorker();
  expect((await worker.visitor().get("/.well-known/security.txt")).status).toBe(404);
});
