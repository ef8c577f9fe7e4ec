import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { extendTailwindMerge } from "tailwind-merge";
import { expect, test } from "vitest";
import { cn } from "~/lib/utils";

/** The package's own configuration with the scales of tokens.css and tailwind.css that it does not know. */
const merge = extendTailwindMerge({
  cacheSize: 0,
  extend: { theme: { text: ["body"], spacing: ["control", "row", "gutter"], shadow: ["popover"] } },
});

const words = readdirSync("app", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".server.ts"))
  .flatMap((name) => readFileSync(join("app", name), "utf8").split(/[\s"'`{}<>;,=]+/))
  // Without its variants.
  .map((word) => word.replace(/^.*:(?![^[(]*[\])])/, ""))
  .filter((word) => /^-?[a-z][\w\-[\]()!*&@./#%+:]*$/.test(word) && merge(`${word} ${word}`) === word);

/** Each class of the source that sets something by that configuration, of p-1 and p-2 one; other words come along. */
const classes = [...new Map(words.map((word) => [word.replace(/[\d.]+/g, "1"), word])).values()];

test("two classes that set the same thing are merged as tailwind-merge itself merges them", () => {
  expect(classes.length).toBeGreaterThan(400);
  const others = classes.flatMap((first) =>
    classes.flatMap((second) => {
      const [expected, found] = [merge(first, second), cn(first, second)];
      return expected === found ? [] : [`${first} ${second}: ${found} instead of ${expected}`];
    }),
  );
  expect(others).toEqual([]);
});

test.each([
  ["hover:bg-muted focus:bg-card", "hover:bg-accent", "focus:bg-card hover:bg-accent"],
  ["px-4 py-2", "p-0", "p-0"],
  ["sm:hover:p-2 p-2", "hover:sm:p-3", "p-2 hover:sm:p-3"],
  ["text-sm/6 leading-5", "text-lg/7", "text-lg/7"],
  ["leading-5", "text-sm", "text-sm"],
  ["w-4 h-4", "size-5", "size-5"],
  ["p-2!", "p-3", "p-2! p-3"],
])("%s then %s", (first, second, expected) => {
  expect(cn(first, second)).toBe(expected);
  expect(merge(first, second)).toBe(expected);
});
