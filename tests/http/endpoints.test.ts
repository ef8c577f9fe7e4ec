import { expect, test } from "vitest";
import { testWorker } from "#tests/support/worker";

// What holds for every operation there is, read from the document that is made from the very list that serves them.
const worker = await testWorker();

interface Operation {
  security?: unknown[];
  tags: string[];
  requestBody?: { content: Record<string, unknown> };
}

const document = (await worker.visitor().get<{ paths: Record<string, Record<string, Operation>> }>("/api/openapi.json"))
  .json;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const guarded = operations.filter(({ operation }) => operation.security?.length !== 0);
const filled = (path: string) => path.replace(/\{\w+\}/g, "0192f000-0000-7000-8000-000000000000");
const businessTags = new Set([
  "Scheduling",
  "Work orders",
  "Customers",
  "Addresses",
  "Technicians",
  "Service types",
  "Equipment",
]);

interface Refusal {
  code: string;
  message: string;
  requestId: string;
}

test.each(guarded)(
  "$method $path asks a guest to sign in before it looks at anything",
  async ({ method, path, operation }) => {
    const body = operation.requestBody ? "{ not json" : undefined;
    const answer = await worker
      .visitor()
      .send<Refusal>(method, filled(path), { body, headers: { "content-type": "application/json" } });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({
      code: "unauthenticated",
      message: expect.any(String),
      requestId: expect.any(String),
    });
  },
);

const business = guarded.filter(({ operation }) => operation.tags.some((tag) => businessTags.has(tag)));
const readable = business.filter(({ operation }) => !operation.requestBody);

test.each(readable)("$method $path is closed to a household without a business", async ({ method, path }) => {
  const household = await worker.household();
  expect((await household.send<Refusal>(method, filled(path), {})).status).toBe(403);
});

test.each(readable)("$method $path is closed to a member without any permission", async ({ method, path }) => {
  const { orgId } = await worker.business();
  const member = await worker.member(orgId, "Technician", []);
  expect((await member.send<Refusal>(method, filled(path), {})).status).toBe(403);
});

const withBody = guarded.filter(({ operation }) => operation.requestBody?.content["application/json"]);

test.each(withBody)(
  "$method $path refuses what is not JSON, not valid JSON and too large",
  async ({ method, path }) => {
    const { admin } = await worker.business();
    const send = (body: string, type: string) =>
      admin.send<Refusal>(method, filled(path), { body, headers: { "content-type": type } });
    expect((await send("a=1", "text/plain")).status).toBe(415);
    expect((await send('{"a":', "application/json")).status).toBe(400);
    expect((await send(JSON.stringify({ a: "x".repeat(1_000_001) }), "application/json")).status).toBe(413);
  },
);

const byId = business.filter(
  ({ path, operation, method }) => path.includes("{") && !operation.requestBody && method !== "POST",
);

test.each(byId)("$method $path answers 404 for an id that is nobody's", async ({ method, path }) => {
  const { admin } = await worker.business();
  const answer = await admin.send<Refusal>(method, filled(path), {});
  expect(answer.status).toBe(404);
  expect(answer.json.code).toBe("not_found");
});
