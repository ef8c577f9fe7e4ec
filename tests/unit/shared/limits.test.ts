import { expect, test } from "vitest";
import { formatBytes } from "~/domain/shared/limits";

test.each([
  [0, "0 bytes"],
  [999, "999 bytes"],
  [1000, "1 KB"],
  [1_540_000, "1.5 MB"],
  [320_400_000, "320 MB"],
  [20_000_000_000, "20 GB"],
  [1_234_000_000_000_000, "1,234 TB"],
])("%d bytes read '%s'", (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
