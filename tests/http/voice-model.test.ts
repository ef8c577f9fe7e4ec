import { expect, test } from "vitest";
import { outsideService } from "#tests/support/outside";
import type { Visitor } from "#tests/support/visitor";
import { addCustomer } from "#tests/support/work-orders";
import { ownWorker, workerOutput } from "#tests/support/worker";

const model = await outsideService();
const worker = await ownWorker({ LANGUAGE_API_URL: model.url, LANGUAGE_API_KEY: "secret", LANGUAGE_MODEL: "model" });

interface Heard {
  value: string | null;
  needsReview: boolean;
  candidates: { value: string; label: string }[];
}
interface Preview {
  drafts: { customer: Heard | null; summary: Heard | null; address: Heard | null; suggested: { customerId: string } }[];
}

async function read(by: Visitor, text: string): Promise<Preview> {
  const { json } = await by.post<{ id: string }>("/api/voice/sessions", { sessionType: "work_order_creation" });
  const body = new FormData();
  body.set("text", text);
  const answer = await by.send<{ state: string }>("POST", `/api/voice/sessions/${json.id}/process`, { body });
  expect([answer.status, answer.json.state]).toEqual([200, "needs_review"]);
  return (await by.get<Preview>(`/api/voice/sessions/${json.id}/preview-actions`)).json;
}

const says = (jobs: unknown) => ({ choices: [{ message: { content: JSON.stringify({ jobs }) } }] });

test("a model's quotes fill what the grammar leaves empty, and invented values are left to the user to choose", async () => {
  const { manager, orgId } = await worker.business();
  const { customerId } = await addCustomer(worker, orgId, "Maria Lopez");
  const text = "Maria Lopez rang, her whole thing is making funny business down there.";
  const workOrder = {
    words: text,
    customerName: "Maria Lopez",
    problem: "making funny business",
    address: "1 Made Up Road",
  };
  model.answer(200, says([{ ...workOrder, id: "0192f000", notes: ["bring gold"] }]));
  const { drafts } = await read(manager, text);
  expect(drafts).toHaveLength(1);
  expect(drafts[0]).toMatchObject({
    customer: { value: customerId, needsReview: false },
    summary: { value: "making funny business" },
    address: { value: null, needsReview: true, candidates: [{ value: "1 Made Up Road" }] },
    notes: [],
    suggested: { customerId, siteAddressId: null },
  });
});

test.each([
  ["is down", 500, {}],
  ["returns other JSON", 200, { choices: [{ message: { content: "I would not know." } }] }],
  ["does not return JSON", 200, "<html>"],
  ["rejects the key", 401, {}],
])("if the model %s, only the grammar is used", async (_, status, body) => {
  const { manager, orgId } = await worker.business();
  const { customerId } = await addCustomer(worker, orgId, "Maria Lopez");
  model.answer(status, body);
  const { drafts } = await read(manager, "No heat at Maria Lopez's house.");
  expect(drafts.map(({ suggested }) => suggested.customerId)).toEqual([customerId]);
});

test("a session discarded while it is being read stays discarded, and the reader is told so", async () => {
  const { manager } = await worker.business();
  const { id } = (await manager.post<{ id: string }>("/api/voice/sessions", { sessionType: "work_order_creation" }))
    .json;
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const before = model.requests.length;
  model.answer(200, async () => {
    await held;
    return says([]);
  });
  const body = new FormData();
  body.set("text", "No heat at Maria Lopez's house.");
  const reading = manager.send<{ message: string; state: string }>("POST", `/api/voice/sessions/${id}/process`, {
    body,
  });
  await expect.poll(() => model.requests.length).toBeGreaterThan(before);
  expect((await manager.delete(`/api/voice/sessions/${id}`)).status).toBe(204);
  answer();
  const { status, json } = await reading;
  expect([status, json.state]).toEqual([409, "discarded"]);
  expect(workerOutput()).not.toContain("no such table");
  expect((await manager.get<{ state: string }>(`/api/voice/sessions/${id}`)).json.state).toBe("discarded");
});
