import { expect, test } from "vitest";
import { cameraProblem, isNewCode } from "~/components/scan/camera-problem";

test.each([
  ["InsecureError", "insecure"],
  ["NotAllowedError", "denied"],
  ["SecurityError", "denied"],
  ["NotFoundError", "none"],
  ["OverconstrainedError", "none"],
  ["NotReadableError", "busy"],
  ["AbortError", "busy"],
  ["TypeError", "failed"],
])("the browser's %s means %s", (name, problem) => {
  expect(cameraProblem(name)).toBe(problem);
});

test("a label in view counts once, and again after it was out of view", () => {
  expect(isNewCode("A", 0, null)).toBe(true);
  expect(isNewCode("A", 400, { code: "A", at: 0 })).toBe(false);
  expect(isNewCode("B", 400, { code: "A", at: 0 })).toBe(true);
  expect(isNewCode("A", 2000, { code: "A", at: 0 })).toBe(true);
});
