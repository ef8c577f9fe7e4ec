import { expect, test } from "vitest";
import { chatExtractor } from "#worker/providers/work-extractor";

const settings = {
  ...{ LANGUAGE_API_URL: "https://language.example/v1", LANGUAGE_API_KEY: "secret", LANGUAGE_MODEL: "a-model" },
};
const input = { text: "No heat at Ana's.", serviceTypes: ["Furnace Repair"], technicians: ["Mike Sullivan"] };

async function read(answer: () => Promise<Response>) {
  const sent: { url: string; init: RequestInit }[] = [];
  const extractor = chatExtractor(settings, {
    fetch: (url, init) => {
      sent.push({ url: url.href, init });
      return answer();
    },
    pause: async () => {},
  });
  return { jobs: await extractor?.jobsIn(input), sent };
}

const answered = (body: unknown, status = 200) => read(async () => Response.json(body, { status }));
const chat = (content: unknown, finish_reason = "stop") => ({ choices: [{ message: { content }, finish_reason }] });
const workOrder = { words: "No heat at Ana's.", customerName: "Ana", notes: [] };

test("the transcript is sent as data, with a schema and the known names", async () => {
  const { sent } = await answered(chat({ jobs: [] }));
  const [request] = sent;
  expect(request?.url).toBe("https://language.example/v1/chat/completions");
  expect(new Headers(request?.init.headers).get("authorization")).toBe("Bearer secret");
  const body = JSON.parse(String(request?.init.body));
  const { text: transcript, ...names } = input;
  expect(JSON.parse(body.messages[1].content)).toEqual({ transcript, ...names });
  const { items } = body.response_format.json_schema.schema.properties.jobs;
  expect(Object.keys(items.properties)).toEqual(items.required);
});

test.each([
  ["text", chat(JSON.stringify({ jobs: [workOrder] }))],
  ["an object", chat({ jobs: [workOrder] })],
  ["Workers AI's format", { response: { jobs: [workOrder] } }],
  ["an answer with an unknown field", chat({ jobs: [{ ...workOrder, customerId: "0192", price: 7 }], thoughts: "…" })],
])("jobs are read from %s", async (_, body) => {
  expect((await answered(body)).jobs).toEqual([
    {
      ...{ words: "No heat at Ana's.", customerName: "Ana", phone: null, address: null, problem: null },
      ...{ serviceType: null, technician: null, priority: null, notes: [] },
    },
  ]);
});

test.each([
  ["prose", chat("Sure! The customer has no heat.")],
  ["a truncated answer", chat(JSON.stringify({ jobs: [workOrder] }), "length")],
  ["a refusal", chat(null)],
  ["jobs that are not a list", chat({ jobs: "no heat" })],
  ["values that are not strings", chat({ jobs: [{ ...workOrder, phone: 911 }] })],
  ["too many jobs", chat({ jobs: Array(500).fill(workOrder) })],
  ["JSON of another shape", { ok: true }],
])("the result is null for %s", async (_, body) => {
  expect((await answered(body)).jobs).toBeNull();
});

test.each([401, 404, 429, 500])("the result is null for status %i", async (status) => {
  expect((await answered({}, status)).jobs).toBeNull();
});

test("the result is null if the service does not respond or has no settings", async () => {
  expect((await read(() => Promise.reject(new Error("timed out")))).jobs).toBeNull();
  expect(chatExtractor({})).toBeNull();
});
