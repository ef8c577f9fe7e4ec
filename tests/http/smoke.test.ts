import { expect, test } from "vitest";
import { databaseCosts } from "#tests/support/visitor";
import { testWorker } from "#tests/support/worker";

const worker = await testWorker();

test("the health check returns ok", async () => {
  const answer = await worker.visitor().get<{ status: string }>("/api/health");
  expect(answer.status).toBe(200);
  expect(answer.json).toEqual({ status: "ok" });
});

test("a guest is sent to sign in and then back", async () => {
  const answer = await worker.visitor().get("/receipts?month=2026-11");
  expect(answer.status).toBe(302);
  expect(answer.location).toBe("/login?from=%2Freceipts%3Fmonth%3D2026-11");
});

test("a signed-in page takes one round trip for the session", async () => {
  const { admin } = await worker.business();
  // Its text is part of the product: nothing is read for it.
  const answer = await admin.get("/support");
  expect(answer.status).toBe(200);
  expect(databaseCosts(answer)).toMatchObject({ calls: 1, statements: 1, written: 0 });
});

test("an unknown URL gets a 404 page, an unknown endpoint a 404 response", async () => {
  const { admin } = await worker.business();
  expect((await admin.get("/no-such-page")).status).toBe(404);
  const answer = await admin.get<{ code: string }>("/api/no-such-endpoint");
  expect(answer.status).toBe(404);
  expect(answer.json.code).toBe("not_found");
});
