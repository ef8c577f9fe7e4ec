import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { headlines } from "../../bench/headlines";
import { figuresOf, figuresTable, savedResults, tableIn } from "../../bench/readme";

const results = savedResults();

test("the README's table matches the latest benchmark results", () => {
  const text = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(tableIn(text)).toBe(figuresTable(results));
});

test("each row of the table has figures in the saved results", () => {
  const lacking = headlines.flatMap((headline) =>
    headline.figures.filter((beginning) => {
      const result = results.get(headline.bench);
      return result && figuresOf({ ...headline, figures: [beginning] }, result).length === 0;
    }),
  );
  expect(lacking).toEqual([]);
});

test("a missed goal and a benchmark that was not run are shown", () => {
  const figures = headlines
    .filter(({ bench }) => bench === "drop")
    .flatMap((headline) =>
      headline.figures.map((figure) => ({ figure, value: "60 ms", goal: "at most 50 ms", met: false })),
    );
  const lines = figuresTable(new Map([["drop", { date: "2026-11-01", figures }]])).split("\n");
  expect(lines.filter((line) => line.endsWith("| 60 ms; 60 ms | at most 50 ms, missed | 2026-11-01 |"))).toHaveLength(
    1,
  );
  expect(lines.filter((line) => line.endsWith("| - |  | not measured |"))).toHaveLength(headlines.length - 1);
});
