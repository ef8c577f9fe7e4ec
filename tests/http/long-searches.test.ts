import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { people } from "#tests/support/screens/demo";

/** Resources that screens search while typing, by `q`, `search` or `text`. */
const suggestions = [...readFileSync("app/routes.ts", "utf8").matchAll(/route\("(resources\/[^":]+)"/g)].map(
  ([, path]) => `/${path}`,
);

// D1 rejects a pattern of more than fifty bytes, but only if there is a row to compare: the demo has some of everything.
test.each(suggestions)("a search of 270 bytes causes no error: %s", async (path) => {
  const text = encodeURIComponent("日本語".repeat(30));
  for (const visitor of [people.admin, people.technician, people.household]) {
    const { status } = await visitor.get(`${path}?q=${text}&search=${text}&text=${text}`);
    expect(status).toBeLessThan(500);
  }
});
