import { expect, test } from "vitest";
import { decodeCursor, encodeCursor } from "~/domain/shared/paging.server";

test("a cursor is the key it was made of", () => {
  for (const key of [["a", "b"], [1], ["", 0, "ø"]]) expect(decodeCursor(encodeCursor(key), key.length)).toEqual(key);
  expect(decodeCursor(encodeCursor([3, "b"]), ["number", "text"])).toEqual([3, "b"]);
  expect(decodeCursor(undefined, ["number"])).toBeNull();
});

test.each([
  ["a text where the list has a number", encodeCursor(["oak"]), ["number"]],
  ["a number written as a text", encodeCursor(["7"]), ["number"]],
  ["a number where the list has a text", encodeCursor([7, "id"]), ["text", "text"]],
  ["a number no list reaches", btoa("[1e999]"), ["number"]],
  ["a number no list of any kind reaches", btoa("[1e999]"), 1],
  ["too few parts", encodeCursor([7]), ["number", "text"]],
  ["too many parts", encodeCursor(["a", "b"]), 1],
  ["a part of another kind", btoa("[null]"), 1],
  ["text that is not a key", btoa("{}"), 0],
  ["text that is not a cursor", "broken", 1],
] as const)("%s is refused", (_, cursor, shape) => {
  expect(() => decodeCursor(cursor, shape)).toThrow("This page link is no longer valid.");
});
