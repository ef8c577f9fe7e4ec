import { expect, test } from "vitest";
import { testWorker } from "#tests/support/worker";

// Rules for every operation, read from the document built from the same list that serves them.
const worker = await testWorker();

interface Operation {
  security?: unknown[];
  tags: string[];
  requestBody?: { content: Record<string, { schema?: JsonSchema }> };
}

// All calls are rejected and nothing is changed, so one business and Admin are enough.
const { orgId, admin } = await worker.business();
const household = await worker.household();
const memberWithoutRights = await worker.member(orgId, "Technician", []);

const document = (await worker.visitor().get<{ paths: Record<string, Record<string, Operation>> }>("/api/openapi.json"))
  .json;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);
const guarded = operations.filter(({ operation }) => operation.security?.length !== 0);
const filled = (path: string) =>
  path
    .replace("{of}", "business")
    .replace("{priority}", "low")
    .replace(/\{\w+\}/g, "0192f000-0000-7000-8000-000000000000");
const businessTags = new Set([
  "API keys",
  "Webhooks",
  "Audit log",
  "Business data",
  "Issues",
  "Leads",
  "Estimates",
  "Designs",
  "Scheduling",
  "Work orders",
  "Customers",
  "Properties",
  "Maps",
  "Addresses",
  "Technicians",
  "Service types",
  "Equipment",
  "Refrigerant readings",
  "Refrigerant cylinders",
  "Leak compliance",
  "Inventory",
  "Purchasing",
  "Invoices",
  "Industry analysis",
  "Performance",
  "Integrations",
  "Voice",
  "Code hosts",
  "Messages",
  "Visit pages",
]);

/** Also open to visitors. */
const openTags = new Set(["Coverage"]);

/** Open to every member, whatever their permissions. */
const memberTags = new Set(["Knowledge graph", "To-dos", "Calendars", "Dashboard", "Location sharing"]);

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  format?: string;
  pattern?: string;
  minLength?: number;
  minItems?: number;
  minimum?: number;
}

/** A minimal body for a schema: required fields only, each as small as allowed. */
function sample(schema: JsonSchema): unknown {
  const [chosen] = schema.enum ?? [];
  const [either] = schema.anyOf ?? [];
  if (schema.const !== undefined || chosen !== undefined) return schema.const ?? chosen;
  if (either) return sample(either);
  switch (schema.type) {
    case "object":
      return Object.fromEntries((schema.required ?? []).map((name) => [name, sample(schema.properties?.[name] ?? {})]));
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}));
    case "integer":
    case "number":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    default:
      return line(schema);
  }
}

const line = ({ format = "", pattern = "", minLength = 1 }: JsonSchema) => {
  const something = "Something".repeat(Math.ceil(minLength / 9)).slice(0, Math.max(minLength, 9));
  return texts[format] ?? [something, ...Object.values(texts)].find((text) => new RegExp(pattern).test(text));
};

const texts: Record<string, string> = {
  uuid: "0192f000-0000-7000-8000-000000000000",
  email: "somebody@example.com",
  date: "2026-11-20",
  time: "12:00",
  "date-time": "2026-11-20T12:00:00Z",
};

/** What JSON schemas cannot express: names from a list, and results whose shape depends on their task. */
const examples: Record<string, object> = {
  "/api/addresses": { state: "WI", postalCode: "53208", timeZone: "America/Chicago" },
  "/api/customers": { firstName: "Ana", lastName: "Moreau" },
  "/api/customers/{id}/addresses": { state: "WI", postalCode: "53208", timeZone: "America/Chicago" },
  "/api/work-orders/{id}/tasks/{taskId}/result": { kind: "check", answer: "pass" },
};

interface Refusal {
  code: string;
  message: string;
  requestId: string;
}

test.each(guarded)("$method $path requires sign-in before anything else", async ({ method, path, operation }) => {
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
});

const business = guarded.filter(({ operation }) => operation.tags.some((tag) => businessTags.has(tag)));
const readable = business.filter(({ operation }) => !operation.requestBody);
const ofMembers = guarded.filter(({ operation }) => operation.tags.some((tag) => memberTags.has(tag)));
const readableByMembers = ofMembers.filter(({ operation }) => !operation.requestBody);

test.each([...readable, ...readableByMembers])(
  "$method $path rejects a household without a business",
  async ({ method, path }) => {
    expect((await household.send<Refusal>(method, filled(path), {})).status).toBe(403);
  },
);

test.each(readable)("$method $path rejects a member without any permission", async ({ method, path }) => {
  expect((await memberWithoutRights.send<Refusal>(method, filled(path), {})).status).toBe(403);
});

const ofHouseholds = new Set([
  "Assistant",
  "Support",
  "Bank accounts",
  "Connected banks",
  "Cashflow",
  "Expenses",
  "Income",
]);

test("every endpoint belongs to a business, a household or any signed-in user", () => {
  const tags = new Set(operations.flatMap(({ operation }) => operation.tags));
  /** The business's for its members, otherwise the household's. */
  const ofEither = ["Household data", "Plans", "Receipts", "Search"];
  const known = new Set([
    ...openTags,
    ...businessTags,
    ...memberTags,
    ...ofHouseholds,
    ...ofEither,
    "Sign-in",
    "Notifications",
    "System",
  ]);
  expect([...tags].filter((tag) => !known.has(tag))).toEqual([]);
});

const withBody = guarded.filter(({ operation }) => operation.requestBody?.content["application/json"]);

test.each(withBody)(
  "$method $path rejects a body that is not JSON, is invalid or is too large",
  async ({ method, path }) => {
    const send = (body: string, type: string) =>
      admin.send<Refusal>(method, filled(path), { body, headers: { "content-type": type } });
    expect((await send("a=1", "text/plain")).status).toBe(415);
    expect((await send('{"a":', "application/json")).status).toBe(400);
    expect((await send(JSON.stringify({ a: "x".repeat(1_000_001) }), "application/json")).status).toBe(413);
  },
);

/** Validators' default messages. */
const RAW = /expected .*, received|Too (small|big):|Invalid (input|option|string|key|element|union)/i;

test.each(withBody)("$method $path explains an invalid body in plain words", async ({ method, path }) => {
  for (const body of ["{}", "[]", "null", '"text"']) {
    const answer = await admin.send<Refusal>(method, filled(path), {
      body,
      headers: { "content-type": "application/json" },
    });
    // A rejection for another reason would not test the body.
    expect([401, 403, 429]).not.toContain(answer.status);
    if (answer.status === 400) expect(answer.text).not.toMatch(RAW);
  }
});

test.each(business.filter(({ operation }) => operation.requestBody?.content["application/json"]))(
  "$method $path rejects a member without any permission, even with a valid body",
  async ({ method, path, operation }) => {
    const least = sample(operation.requestBody?.content["application/json"]?.schema ?? {});
    const body = JSON.stringify(Object.assign(typeof least === "object" ? { ...least } : {}, examples[path]));
    const answer = await memberWithoutRights.send<Refusal>(method, filled(path), {
      body,
      headers: { "content-type": "application/json" },
    });
    expect([answer.status, answer.json]).toEqual([403, expect.objectContaining({ code: "forbidden" })]);
  },
);

const byId = business.filter(
  ({ path, operation, method }) => path.includes("{") && !operation.requestBody && method !== "POST",
);

test.each(byId)("$method $path returns 404 for an unknown ID", async ({ method, path }) => {
  const answer = await admin.send<Refusal>(method, filled(path), {});
  expect(answer.status).toBe(404);
  expect(answer.json.code).toBe("not_found");
});
