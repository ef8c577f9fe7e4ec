import { expect, it } from "vitest";
import { scriptsContaining } from "#tests/support/bundle";

// A page that imports one value from a schema's file would load all of zod, a seventh of its scripts.
it("validates input on the server alone: no script of a page contains zod", () => {
  expect(scriptsContaining("React")).not.toEqual([]);
  expect(scriptsContaining("_zod")).toEqual([]);
});
