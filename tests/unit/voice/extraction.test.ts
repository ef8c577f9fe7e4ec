import fc from "fast-check";
import { expect, test } from "vitest";
import type { WorkOrderDraft } from "~/domain/voice/extraction/draft";
import { extractWorkOrders } from "~/domain/voice/extraction/extract";
import type { Field } from "~/domain/voice/extraction/field";
import { fold } from "~/domain/voice/extraction/speech";
import type { Clock } from "~/domain/voice/extraction/values/clock";
import { book } from "./book";
import { type Expected, english, idle, phantoms, spanish } from "./work-order-sentences";

const sentences = [...english, ...spanish];

/** The recognized fields, in the format of the expectations. */
function heardOf(draft: WorkOrderDraft): Record<string, unknown> {
  const one = <T>(field: Field<T> | undefined) => (field?.state === "heard" ? field.value : undefined);
  const all = <T, U>(fields: readonly Field<T>[], shown: (value: T) => U) => {
    const values = fields.flatMap((field) => (field.state === "heard" ? [shown(field.value)] : []));
    return values.length > 0 ? values : undefined;
  };
  const clock = one(draft.clock);
  return {
    ...{ name: one(draft.name), customer: one(draft.customer), phone: one(draft.phone), address: one(draft.address) },
    equipment: all(draft.equipment, (type) => type),
    unit: all(draft.units, (id) => id)?.join(),
    symptoms: all(draft.symptoms, (symptom) => symptom),
    ...{ service: one(draft.service), priority: one(draft.priority), date: one(draft.date) },
    window: clock && shown(clock),
    technician: one(draft.technician),
    parts: all(draft.parts, ({ quantity, words }) => `${quantity} ${words}`),
    notes: all(draft.notes, (note) => note),
  };
}

function shown(clock: Clock): string {
  return "at" in clock ? clock.at : `${clock.from ?? ""}-${clock.to ?? ""}`;
}

const draftsOf = (text: string) => {
  const found = extractWorkOrders({ text }, book);
  return found.kind === "no_speech" ? [] : found.drafts;
};

/** Lists each field that differs. */
function compare(text: string, expected: readonly Expected[]) {
  const drafts = draftsOf(text).map(heardOf);
  const wrong: string[] = [];
  const invented: string[] = [];
  let fields = 0;
  for (let at = 0; at < Math.max(drafts.length, expected.length); at += 1) {
    const wanted: Record<string, unknown> = { ...expected[at] };
    const heard = drafts[at] ?? {};
    for (const name of new Set([...Object.keys(wanted), ...Object.keys(heard)])) {
      const line = `${text} [${at}] ${name}: ${JSON.stringify(heard[name])} for ${JSON.stringify(wanted[name])}`;
      if (wanted[name] === undefined) {
        if (heard[name] !== undefined) invented.push(line);
        continue;
      }
      fields += 1;
      if (JSON.stringify(heard[name]) === JSON.stringify(wanted[name])) continue;
      wrong.push(line);
      // A value other than the spoken one is invented; a missing one will be asked for.
      if (heard[name] !== undefined && !isPartOf(heard[name], wanted[name])) invented.push(line);
    }
  }
  return { fields, wrong, invented };
}

/** A list may be incomplete. */
function isPartOf(heard: unknown, wanted: unknown): boolean {
  return Array.isArray(heard) && Array.isArray(wanted) && heard.every((one) => wanted.includes(one));
}

test("for dispatchers' and customers' sentences at least 95% of fields are right, and none is invented", () => {
  const found = sentences.map(([text, expected]) => compare(text, expected));
  const fields = found.reduce((sum, one) => sum + one.fields, 0);
  const wrong = found.flatMap((one) => one.wrong);
  expect(sentences.length + idle.length).toBeGreaterThanOrEqual(60);
  expect(found.flatMap((one) => one.invented)).toEqual([]);
  expect(1 - wrong.length / fields, wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
});

test.each(idle)("no work order in: %s", (text) => {
  expect(extractWorkOrders({ text }, book)).toMatchObject({ kind: "work_orders", drafts: [] });
});

test.each(phantoms)("no speech: %j", (text) => {
  expect(extractWorkOrders({ text }, book)).toEqual({ kind: "no_speech" });
});

test("every recognized value is in the transcript at its stated position", () => {
  for (const [text] of sentences) {
    for (const field of fieldsOf(draftsOf(text))) {
      expect(text.slice(field.source.start, field.source.end)).toBe(field.source.words);
      expect(field.source.words).not.toBe("");
    }
  }
});

test("no text causes an error, and every position lies within the text", () => {
  const words = fc.constantFrom(
    ...sentences.flatMap(([text]) => text.split(" ")),
    "no,",
    "12/3",
    "7:30",
    "İ",
    "ß",
    "’s",
  );
  const speech = fc.array(words, { maxLength: 40 }).map((some) => some.join(" "));
  fc.assert(
    fc.property(fc.oneof(speech, fc.string({ unit: "grapheme", maxLength: 200 })), (text) => {
      for (const { source, confidence } of fieldsOf(draftsOf(text))) {
        expect(source.start).toBeGreaterThanOrEqual(0);
        expect(source.end).toBeGreaterThan(source.start);
        expect(source.end).toBeLessThanOrEqual(text.length);
        expect(confidence).toBeGreaterThanOrEqual(0);
        expect(confidence).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 500 },
  );
});

test("a recognized name consists of words in the transcript", () => {
  for (const [text] of sentences) {
    for (const { name, notes } of draftsOf(text)) {
      const heard = [name, ...notes].flatMap((field) => (field?.state === "heard" ? [field.value] : []));
      for (const value of heard) expect(fold(text)).toContain(fold(value));
    }
  }
});

function fieldsOf(drafts: readonly WorkOrderDraft[]): Field<unknown>[] {
  return drafts.flatMap((draft) => Object.values(draft).flat().filter(isField));
}

function isField(value: unknown): value is Field<unknown> {
  return typeof value === "object" && value !== null && "state" in value;
}
