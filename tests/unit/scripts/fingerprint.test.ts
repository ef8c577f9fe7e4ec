import { cpSync, mkdirSync, mkdtempSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fingerprint } from "../../../scripts/steps.mjs";

test("a copied folder counts as built; different content or a different file name does not", () => {
  const folder = mkdtempSync(join(tmpdir(), "made-from-"));
  const [own, copy] = [join(folder, "own"), join(folder, "copy")];
  mkdirSync(join(own, "app/inner"), { recursive: true });
  writeFileSync(join(own, "app/inner/one.ts"), "1");
  cpSync(own, copy, { recursive: true });
  const first = fingerprint(["app"], own);
  expect(fingerprint(["app"], copy)).toBe(first);
  writeFileSync(join(copy, "app/inner/one.ts"), "2");
  expect(fingerprint(["app"], copy)).not.toBe(first);
  renameSync(join(own, "app/inner/one.ts"), join(own, "app/inner/two.ts"));
  expect(fingerprint(["app"], own)).not.toBe(first);
});
