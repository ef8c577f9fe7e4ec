import { extendTailwindMerge } from "tailwind-merge";
import { expect, it } from "vitest";
import { styleClasses } from "#tests/support/bundle";
import { cn } from "~/lib/utils";

/** The package's own configuration, plus the scales of tokens.css and tailwind.css that it does not know. */
const whole = extendTailwindMerge({
  extend: { theme: { text: ["body"], spacing: ["control", "row", "gutter"], shadow: ["popover"] } },
});

/** Without variants: `hover:p-4` becomes `p-4`, since variants are not part of the configuration. */
const plain = (name: string) => name.replace(/^(?:(?:\[[^\]]*\]|\([^)]*\)|[^:[\]()])*:)+/, "");

it("merges any two of the app's classes like tailwind-merge's own configuration", () => {
  const names = [...new Set(styleClasses().map(plain))].filter((name) => whole(`${name} ${name}`) === name);
  expect(names.length).toBeGreaterThan(500);
  const different: string[] = [];
  for (const one of names)
    for (const other of names) {
      const both = `${one} ${other}`;
      if (one !== other && cn(both) !== whole(both)) different.push(`${both}: ${cn(both)}`);
    }
  expect(different).toEqual([]);
});

it.each([
  ["px-4 p-2", "p-2"],
  ["text-sm text-muted-foreground", "text-sm text-muted-foreground"],
  ["leading-6 text-sm/5", "text-sm/5"],
  ["hover:bg-muted md:hover:bg-card hover:bg-card", "md:hover:bg-card hover:bg-card"],
])("merges %s to %s", (given, merged) => {
  expect(cn(given)).toBe(merged);
});
