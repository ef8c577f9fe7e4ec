import { expect, test } from "vitest";
import { visionNameplates } from "#worker/providers/nameplate-reader";

const settings = { VISION_API_URL: "https://vision.example/v1", VISION_API_KEY: "secret", VISION_MODEL: "@cf/a/model" };
const photo = { bytes: Uint8Array.of(1, 2, 3), type: "image/jpeg" };

async function readWith(answer: () => Promise<Response>) {
  const sent: { url: string; init: RequestInit }[] = [];
  const reader = visionNameplates(settings, {
    fetch: (url, init) => {
      sent.push({ url: url.href, init });
      return answer();
    },
  });
  return { text: await reader?.textOn(photo), sent };
}

const answered = (body: unknown, status = 200) => readWith(async () => Response.json(body, { status }));
const chat = (content: unknown, finish_reason = "stop") => ({ choices: [{ message: { content }, finish_reason }] });
const lines = { lines: ["CARRIER", "SERIAL 4006A17330"] };

test("a request asks for the photo's text with a schema and the configured model and key", async () => {
  const { sent } = await answered(chat(JSON.stringify(lines)));
  const [request] = sent;
  expect(request?.url).toBe("https://vision.example/v1/chat/completions");
  expect(new Headers(request?.init.headers).get("authorization")).toBe("Bearer secret");
  const body = JSON.parse(String(request?.init.body));
  expect(body.model).toBe("@cf/a/model");
  expect(body.messages[0].content[1].image_url.url).toBe("data:image/jpeg;base64,AQID");
  expect(body.response_format.json_schema.schema.required).toEqual(["lines"]);
});

test.each([
  ["OpenAI's format", chat(JSON.stringify(lines))],
  ["an object instead of its text", chat(lines)],
  ["a code fence", chat(`\`\`\`json\n${JSON.stringify(lines)}\n\`\`\``)],
  ["Workers AI's format", { response: lines }],
  ["the REST API's wrapper", { result: { response: JSON.stringify(lines) }, success: true }],
  ["an answer with an extra field", chat({ ...lines, manufacturer: "LENNOX" })],
])("lines are read from %s", async (_, body) => {
  expect((await answered(body)).text).toBe("CARRIER\nSERIAL 4006A17330");
});

test.each([
  ["nonsense", chat("I see a nice plate!")],
  ["fields instead of lines", chat({ manufacturer: "LENNOX" })],
  ["lines that are not strings", chat({ lines: [{ text: "LENNOX" }] })],
  ["a truncated answer", chat(JSON.stringify(lines), "length")],
  ["a refusal", chat(null)],
  ["JSON of another shape", { ok: true }],
  ["endless lines", chat({ lines: Array(201).fill("A") })],
])("%s gives no answer", async (_, body) => {
  expect((await answered(body)).text).toBeNull();
});

test.each([400, 401, 429, 500])("status %i gives no answer and is not retried", async (status) => {
  const { text, sent } = await answered({ errors: [] }, status);
  expect(text).toBeNull();
  expect(sent).toHaveLength(1);
});

test("a service that does not answer gives no answer", async () => {
  expect((await readWith(() => Promise.reject(new TypeError("no route")))).text).toBeNull();
  expect((await readWith(() => Promise.reject(new DOMException("late", "TimeoutError")))).text).toBeNull();
});

test("no lines give an empty text", async () => {
  expect((await answered(chat({ lines: [] }))).text).toBe("");
});

test("without its settings there is no reader", () => {
  expect(visionNameplates({ ...settings, VISION_API_KEY: undefined })).toBeNull();
});
