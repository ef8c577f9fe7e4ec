import { expect, test } from "vitest";
import { ownWorker, testWorker } from "#tests/support/worker";

test("security.txt names the contact if the deployment has one", async () => {
  const worker = await ownWorker({ SECURITY_CONTACT: "mailto:security@example.com" });
  const { status, text, headers } = await worker.visitor().get("/.well-known/security.txt");
  expect([status, headers.get("content-type")]).toEqual([200, "text/plain; charset=UTF-8"]);
  expect(text).toContain("Contact: mailto:security@example.com\n");
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "");
  expect(expires).toBeGreaterThan(Date.now() + 300 * 86_400_000);
});

test("security.txt returns 404 without a contact", async () => {
  const worker = await testWorker();
  expect((await worker.visitor().get("/.well-known/security.txt")).status).toBe(404);
});
