import { expect, test } from "vitest";
import { scriptBytesByRoute, styleBytes, workerBytes } from "#tests/support/bundle";

const kilobyte = 1024;

test("no route loads more than 125 KB of JavaScript", () => {
  const heavy = [...scriptBytesByRoute()].filter(([, bytes]) => bytes > 125 * kilobyte);
  expect(heavy.map(([id, bytes]) => `${id}: ${(bytes / kilobyte).toFixed(1)} KB`)).toEqual([]);
});

test("the styles stay under 20 KB", () => {
  expect(styleBytes() / kilobyte).toBeLessThanOrEqual(20);
});

test("the Worker stays under 450 KB", () => {
  expect(workerBytes() / kilobyte).toBeLessThan(450);
});
