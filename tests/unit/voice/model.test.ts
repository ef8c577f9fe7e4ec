import { expect, test } from "vitest";
import type { WorkOrderDraft } from "~/domain/voice/extraction/draft";
import { extractWorkOrders } from "~/domain/voice/extraction/extract";
import { type ModelJob, withModel } from "~/domain/voice/extraction/model";
import { book } from "./book";

const NOTHING: ModelJob = {
  ...{ words: null, customerName: null, phone: null, address: null, problem: null, serviceType: null },
  ...{ technician: null, priority: null, notes: [] },
};

function read(text: string, ...jobs: Partial<ModelJob>[]): WorkOrderDraft[] {
  const found = extractWorkOrders({ text }, book);
  const drafts = found.kind === "work_orders" ? found.drafts : [];
  return withModel({ text }, { drafts, jobs: jobs.map((workOrder) => ({ ...NOTHING, ...workOrder })), book });
}

test("a job the grammar misses counts if its words are in the transcript", () => {
  const text = "Lakeview Apartments rang, the whole thing is making funny business down there.";
  expect(extractWorkOrders({ text }, book)).toMatchObject({ drafts: [] });
  const [draft] = read(text, {
    words: text,
    customerName: "lakeview apartments",
    problem: "making funny business down there",
  });
  expect(draft).toMatchObject({
    customer: { state: "heard", value: "lakeview" },
    name: { value: "Lakeview Apartments", source: { start: 0, end: 19 } },
    summary: { state: "heard", value: "making funny business down there" },
  });
  expect(read(text, { words: "Send a plumber to the moon", problem: "funny business" })).toEqual([]);
});

test("values that were not spoken are left for the user to choose, never accepted", () => {
  const [draft] = read("No heat at Maria Lopez's house.", {
    words: "No heat at Maria Lopez's house.",
    ...{ phone: "312 555 0142", address: "99 Nowhere Street", technician: "Mike Sullivan", priority: "low" },
    ...{ serviceType: "Furnace Repair", notes: ["The dog bites", "Maria"] },
  });
  expect(draft).toMatchObject({
    phone: { state: "asked", candidates: ["+13125550142"] },
    address: { state: "asked", candidates: ["99 Nowhere Street"] },
    technician: { state: "asked", candidates: ["mike"] },
    service: { state: "asked", candidates: ["furnace-repair"] },
    // Fields recognized by our own parser are not replaced.
    priority: { state: "heard", value: "emergency" },
    customer: { state: "heard", value: "lopez" },
    notes: [{ value: "Maria" }],
  });
});

test("a model with unknown names and values changes nothing", () => {
  const text = "No heat at Maria Lopez's house tomorrow at 2 pm, and another one: Bob Johnson needs a furnace tune-up.";
  const plain = read(text);
  expect(plain).toHaveLength(2);
  expect(read(text, {})).toEqual(plain);
  const foreign = { technician: "Somebody Else", serviceType: "Roofing", priority: "urgent!!", phone: "911" };
  const [first, second] = read(text, { words: "No heat at Maria Lopez's house tomorrow at 2 pm", ...foreign });
  expect([first, second]).toEqual(plain);
});

test("quotes are found regardless of case, accents and spaces", () => {
  const [draft] = read("La señora Núñez dice que la cosa esa ya no quiere, por favor.", {
    ...{ words: "La senora Nunez dice que la cosa esa ya no quiere", customerName: "NUÑEZ" },
    problem: "la cosa  esa ya no quiere",
  });
  expect(draft).toMatchObject({ name: { value: "Núñez" }, summary: { value: "la cosa esa ya no quiere" } });
});

test("a model's output is not treated as a pattern", () => {
  expect(read("No heat at Ana's.", { words: "(.*)", customerName: ".*", notes: ["[a-z]+", "((((", ""] })).toEqual(
    read("No heat at Ana's."),
  );
});
