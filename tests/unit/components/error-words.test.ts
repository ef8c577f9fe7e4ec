import { expect, test } from "vitest";
import { errorWords, isLostConnection } from "~/components/feedback/error-words";

test.each([
  [400, "This could not be read", undefined],
  [403, "You may not see this page", undefined],
  [404, "There is no such page", undefined],
  [409, "It has changed meanwhile", true],
  [429, "Too many tries at once", true],
  [500, "Something went wrong on our side", true],
  [503, "Something went wrong on our side", true],
])("status %i is told as '%s'", (status, title, again) => {
  expect(errorWords(status)).toMatchObject({ title });
  expect(errorWords(status).again).toBe(again);
});

test.each([
  ["Chromium", new TypeError("Failed to fetch")],
  ["Safari", new TypeError("Load failed")],
  ["Firefox", new TypeError("NetworkError when attempting to fetch resource.")],
  ["a script of the page", new TypeError("error loading dynamically imported module: /assets/list.js")],
])("%s's lost connection is told as one", (_where, error) => {
  expect(isLostConnection(error)).toBe(true);
});

test("a mistake of ours is not told as a lost connection", () => {
  expect(isLostConnection(new TypeError("Cannot read properties of undefined"))).toBe(false);
  expect(isLostConnection(new Error("Failed to fetch"))).toBe(false);
});
