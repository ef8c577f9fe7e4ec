import * as fc from "fast-check";
import { expect, test } from "vitest";
import { quickActionsIn } from "#worker/providers/simulated-code-host/quick-actions";
import { withCommands, withoutCommands } from "~/domain/code-hosts/quick-actions";

test.each([
  "/close",
  "/CLOSE now",
  "Cold side first.\n/confidential\nThen the rest.",
  "Then\r\n/close\r\n",
  "```\n/close\n```",
])("GitLab runs no line of %j, and it comes back unchanged", (text) => {
  expect(quickActionsIn(text).change).not.toEqual({});
  const sent = withoutCommands(text);
  expect(quickActionsIn(sent).change).toEqual({});
  expect(withCommands(sent)).toBe(text.replace(/\r\n?/g, "\n"));
});

test.each(["/etc/hosts", "a /close", "1/2 inch", "/", "//close", "See\n> /close"])("%j stays as it is", (text) => {
  expect(withoutCommands(text)).toBe(text);
});

test("any text comes back unchanged, with nothing to run in it", () => {
  const piece = fc.constantFrom("/", "close", "\n", " ", "\u200b", "\t", "x", "confidential", ">");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const sent = withoutCommands(text);
      expect(withCommands(sent)).toBe(text);
      expect(quickActionsIn(sent).change).toEqual({});
    }),
  );
});
