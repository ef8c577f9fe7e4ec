import { expect, test } from "vitest";
import { decode } from "~/domain/finance/imports/csv/decode";
import { detectFormat } from "~/domain/finance/imports/csv/detect";
import { readRows } from "~/domain/finance/imports/csv/read-rows";
import { hasOpenQuestion, type Made, makeFile } from "./layouts";

type Outcome = "right" | "questioned" | "refused" | "partly" | "wrong";

/** The outcome for a file: read correctly, with reported row errors, with questions, rejected, or read wrong. */
function outcomeOf({ text, truth, layout }: Made): Outcome {
  const file = decode(new TextEncoder().encode(text));
  if ("refusal" in file) return "refused";
  const detected = detectFormat(file, { isLiability: layout.signs === "owed" });
  if ("refusal" in detected) return "refused";
  if (hasOpenQuestion(detected.questions)) return "questioned";
  const { rows, errors, skipped } = readRows(file.text, detected.mapping, String(layout.currency) || undefined);
  const left = truth.map(({ date, amountMinor }) => `${date} ${amountMinor}`);
  for (const { date, amountMinor } of rows) {
    const at = left.indexOf(`${date} ${amountMinor}`);
    if (at === -1) return "wrong";
    left.splice(at, 1);
  }
  if (left.length > errors.length + skipped.length) return "wrong";
  if (left.length > 0 || errors.length > 0) return "partly";
  return rows.every(({ description }, at) => description === truth[at]?.description) ? "right" : "partly";
}

const FILES = Number(process.env.LAYOUTS ?? 400);
const FIRST = Number(process.env.FIRST_LAYOUT ?? 1);

test("files in layouts of every kind are never silently misread: they are right, raise questions or show errors", () => {
  const counts: Record<Outcome, number> = { right: 0, questioned: 0, refused: 0, partly: 0, wrong: 0 };
  const wrong: string[] = [];
  for (let seed = FIRST; seed < FIRST + FILES; seed += 1) {
    const made = makeFile(seed);
    const outcome = outcomeOf(made);
    counts[outcome] += 1;
    if (outcome === "wrong") wrong.push(Object.values(made.layout).join(" "));
  }
  expect(wrong).toEqual([]);
  expect(counts.right).toBeGreaterThan(0.45 * FILES);
});
