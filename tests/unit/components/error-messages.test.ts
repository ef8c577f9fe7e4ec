import { expect, test } from "vitest";
import { errorMessage, isLostConnection } from "~/components/feedback/error-messages";

test.each([
  [400, "This request is not valid", undefined],
  [403, "You don't have access to this page", undefined],
  [404, "Page not found", undefined],
  [409, "This was just updated", true],
  [429, "Too many requests", true],
  [500, "Something went wrong", true],
  [503, "Something went wrong", true],
])("status %i shows '%s'", (status, title, again) => {
  expect(errorMessage(status)).toMatchObject({ title });
  expect(errorMessage(status).again).toBe(again);
});

test.each([
  ["Chromium", new TypeError("Failed to fetch")],
  ["Safari", new TypeError("Load failed")],
  ["Firefox", new TypeError("NetworkError when attempting to fetch resource.")],
  ["a script on the page", new TypeError("error loading dynamically imported module: /assets/list.js")],
])("%s's lost connection is recognized", (_where, error) => {
  expect(isLostConnection(error)).toBe(true);
});

test("a bug is not reported as a lost connection", () => {
  expect(isLostConnection(new TypeError("Cannot read properties of undefined"))).toBe(false);
  expect(isLostConnection(new Error("Failed to fetch"))).toBe(false);
});
