import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, expect, test, vi } from "vitest";
import { textOfPdf } from "#tests/support/pdf-text";
import type { Visitor } from "#tests/support/visitor";
import type { Refusal } from "#tests/support/work-orders";
import { ownWorker, testWorker } from "#tests/support/worker";

const path = "/api/open-ai/analyze-industries/remarks";
const comparison = { industries: ["238220", "238210"] };

let reply: (response: ServerResponse) => void = (response) => response.end();
let question = "";
let closed = 0;
const model = createServer((request, response) => {
  question = "";
  request.on("data", (chunk) => {
    question += chunk;
  });
  request.on("end", () => reply(response));
  response.on("close", () => {
    if (!response.writableEnded) closed += 1;
  });
});
await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
afterAll(() => {
  model.closeAllConnections();
  model.close();
});
// Guarantee: it listens on a local port.
const { port } = model.address() as AddressInfo;
const worker = await ownWorker({
  ...{ LANGUAGE_API_URL: `http://127.0.0.1:${port}`, LANGUAGE_API_KEY: "secret", LANGUAGE_MODEL: "some-model" },
  ...{ LANGUAGE_INPUT_PRICE: "0.5", LANGUAGE_OUTPUT_PRICE: "2" },
});
const plain = await testWorker();

const piece = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: finish }] })}\n\n`;
const streams =
  (json: string, finish = "stop") =>
  (response: ServerResponse) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const part of json.match(/[\s\S]{1,9}/g) ?? []) response.write(piece(part));
    response.write(piece("", finish));
    response.write('data: {"choices":[],"usage":{"prompt_tokens":1000,"completion_tokens":250}}\n\ndata: [DONE]\n\n');
    response.end();
  };
const eventsOf = (text: string): { type: string; [name: string]: unknown }[] =>
  text
    .split("\n\n")
    .filter(Boolean)
    .map((event) => JSON.parse(event.slice(event.indexOf("data: ") + 6)));

/** Requests as the visitor, for responses that are binary or aborted. */
const fetchAs = ({ base, cookies }: Visitor, at: string, init: RequestInit = {}) =>
  fetch(new URL(at, base), {
    ...init,
    headers: {
      ...{ origin: base.origin, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...init.headers,
    },
  });

test("a model's remarks are streamed and checked, with tokens and cost reported", async () => {
  const { manager } = await worker.business();
  const remarks = [
    { industry: "238210", text: "Electrical pays $82,730 on average." },
    { industry: "999999", text: "Look at training first." },
    { industry: null, text: "The market grows by 37% a year." },
  ];
  reply = streams(JSON.stringify({ remarks }));
  const answer = await manager.post(path, comparison);
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"]);
  const events = eventsOf(answer.text);
  expect(events.length).toBeGreaterThan(3);
  expect(events[0]?.type).toBe("text");
  expect(events.at(-1)).toEqual({
    type: "done",
    remarks: [remarks[0], { industry: null, text: "Look at training first." }],
    ...{ leftOut: 1, model: "some-model", inputTokens: 1000, outputTokens: 250, cost: 0.001 },
    answer: expect.stringMatching(/^[\w-]+\.[\w-]{43}$/),
  });
  const sent = JSON.parse(question);
  expect(sent).toMatchObject({ model: "some-model", stream: true, response_format: { type: "json_schema" } });
  expect(JSON.stringify(sent)).toContain("1256817");
});

test.each<[string, (response: ServerResponse) => void, number, string]>([
  ["is down", (r) => r.writeHead(500).end("{}"), 503, "cannot be reached"],
  ["is rate limited", (r) => r.writeHead(429, { "retry-after": "0" }).end("{}"), 429, "receiving too many requests"],
  ["rejects the key", (r) => r.writeHead(401).end("{}"), 503, "does not accept this product's key"],
  ["rejects the request", (r) => r.writeHead(400).end("{}"), 503, "does not take the question"],
  ["returns an HTML page", (r) => r.writeHead(200).end("<html>"), 503, "cannot be read"],
  ["returns other JSON", streams('{"jobs":[]}'), 503, "cannot be read"],
  ["returns no remarks", streams('{"remarks":[]}'), 503, "cannot be read"],
  ["returns a number instead of text", streams('{"remarks":[{"industry":null,"text":7}]}'), 503, "cannot be read"],
  ["closes the connection at once", (r) => r.destroy(), 503, "cannot be reached"],
])("a model that %s results in a clear error", async (_, how, status, words) => {
  const { manager } = await worker.business();
  reply = how;
  const answer = await manager.post<Refusal>(path, comparison);
  expect([answer.status, answer.json.message]).toEqual([status, expect.stringContaining(words)]);
});

test("a response cut off after it began ends with an error", async () => {
  const { manager } = await worker.business();
  reply = streams('{"remarks":[{"industry":null,"text":"It beg', "length");
  const { status, text } = await manager.post(path, comparison);
  expect(status).toBe(200);
  expect(eventsOf(text).at(-1)).toMatchObject({ type: "trouble", message: expect.stringContaining("cut off") });
});

test("a response that is too long ends with an error", async () => {
  const { manager } = await worker.business();
  reply = streams(JSON.stringify({ remarks: [{ industry: null, text: "on and ".repeat(4000) }] }));
  const { status, text } = await manager.post(path, comparison);
  expect(status).toBe(200);
  expect(eventsOf(text).at(-1)).toMatchObject({ type: "trouble", message: expect.stringContaining("cannot be read") });
});

interface SavedAnswer {
  id: string;
  analysis: object;
  modelAnswer: { by: string; model: string; answeredAt: string; remarks: object[] } | null;
}

async function answerFor(manager: Visitor, industries = comparison.industries): Promise<string> {
  const { text } = await manager.post(path, { industries });
  return String(eventsOf(text).at(-1)?.answer);
}

test("remarks are saved apart from the figures, with their label, model and time", async () => {
  const { manager, orgId } = await worker.business();
  const script = "Train <script>alert(1)</script> apprentices.";
  const remarks = [
    { industry: "238210", text: "Electrical pays $82,730 on average." },
    { industry: null, text: script },
  ];
  reply = streams(JSON.stringify({ remarks }));
  const answer = await answerFor(manager);
  const saved = await manager.post<SavedAnswer>("/api/industry-analyses", {
    title: "With remarks",
    ...comparison,
    answer,
  });
  expect(saved.status).toBe(201);
  expect(saved.json.modelAnswer).toMatchObject({ by: "language_model", model: "some-model", remarks });
  expect(Date.parse(saved.json.modelAnswer?.answeredAt ?? "")).not.toBeNaN();
  expect(JSON.stringify(saved.json.analysis)).not.toContain("apprentices");
  const row = await worker.db
    .prepare("SELECT comparison, model FROM industry_analyses WHERE org_id = ?1")
    .bind(orgId)
    .first<{ comparison: string; model: string }>();
  expect(row?.model).toBe("some-model");
  expect(row?.comparison).not.toContain("apprentices");
  const page = await manager.get(`/industry-analysis/saved/${saved.json.id}`);
  expect(page.text).toContain("From a language model");
  expect(page.text).not.toContain("<script>alert(1)");
  const file = `/api/industry-analyses/${saved.json.id}/export`;
  const csv = await manager.get(`${file}?format=csv`);
  expect(csv.text).toMatch(/82,730 on average\.",\d{4}-\d\d-\d\d,Language model some-model,not checked/);
  const pdf = await (await fetchAs(manager, `${file}?format=pdf`)).arrayBuffer();
  expect((await textOfPdf(pdf)).flat().join(" ")).toContain("some-model");
});

test("remarks for other industries, of another business or changed since cannot be saved", async () => {
  const { manager } = await worker.business();
  reply = streams(JSON.stringify({ remarks: [{ industry: null, text: "Look at training first." }] }));
  const answer = await answerFor(manager);
  const [payload = "", signature = ""] = answer.split(".");
  const forged = Buffer.from(payload, "base64url").toString().replace("training", "roulette");
  const forgeries: [Visitor, object][] = [
    [manager, { industries: ["238220"], answer }],
    [(await worker.business()).manager, { ...comparison, answer }],
    [manager, { ...comparison, answer: `${Buffer.from(forged).toString("base64url")}.${signature}` }],
  ];
  for (const [who, fields] of forgeries) {
    const refused = await who.post<Refusal>("/api/industry-analyses", { title: "Forged", ...fields });
    expect([refused.status, refused.json.fields?.answer]).toEqual([
      ...[400, ["These remarks are about a different comparison. Request them again."]],
    ]);
  }
});

test("closing the connection ends the request to the model", async () => {
  const { manager } = await worker.business();
  reply = (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(piece('{"remarks":[{"industry":null,"text":"It begins'));
    const more = setInterval(() => response.write(piece(" and goes on")), 50);
    response.on("close", () => clearInterval(more));
  };
  const before = closed;
  const stop = new AbortController();
  const headers = { "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify(comparison), signal: stop.signal };
  const heard = await fetchAs(manager, path, init);
  expect((await heard.body?.getReader().read())?.value).toBeDefined();
  stop.abort();
  await vi.waitFor(() => expect(closed).toBe(before + 1), 40_000);
});

test("without a model the screen says so, and a request is rejected", async () => {
  const { manager, orgId } = await plain.business();
  const answer = await manager.post<Refusal>(path, comparison);
  expect([answer.status, answer.json.message]).toEqual([503, "No language model is set up here."]);
  expect((await manager.get("/industry-analysis")).text).toContain("No language model is set up here.");
  expect((await manager.post(path, { industries: [] })).status).toBe(400);
  const technician = await plain.member(orgId, "Technician", ["work_orders.read"]);
  expect((await technician.post(path, comparison)).status).toBe(403);
});

test("a comparison is exported as CSV and PDF, with its sources", async () => {
  const { manager, orgId } = await plain.business();
  const file = (format: string, list = "238220,561790") =>
    `/api/industries/compare/export?industries=${list}&format=${format}`;
  const csv = await manager.get(file("csv"));
  expect(csv.headers.get("content-type")).toContain("text/csv");
  expect(csv.text).toContain(`Establishments,121340,January to March 2024,"U.S. Bureau of Labor Statistics`);
  expect(csv.text).toContain("Average annual pay,Not available");
  expect(csv.text).toContain('"Employees, thousands",782.772,2016-01,"U.S. Bureau of Labor Statistics');
  const pdf = await manager.get(file("pdf"));
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  const words = (await textOfPdf(await (await fetchAs(manager, file("pdf"))).arrayBuffer())).flat().join(" ");
  for (const word of ["Industry analysis", "121,340", "Not available", "Sources"]) expect(words).toContain(word);
  expect((await manager.get(file("csv", ""))).status).toBe(400);
  expect((await manager.get(file("xls"))).status).toBe(400);
  expect((await manager.get(file("csv", "florists"))).status).toBe(400);
  const technician = await plain.member(orgId, "Technician", ["work_orders.read"]);
  expect((await technician.get(file("csv"))).status).toBe(403);
});
