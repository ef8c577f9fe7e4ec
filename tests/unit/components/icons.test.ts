import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconSprite } from "../../../scripts/icons.mjs";

test("the sprite has Lucide's drawing of every icon in use", async () => {
  const sprite = readFileSync("app/components/ui/icons.svg", "utf8");
  expect(sprite).toContain('<symbol id="wrench"');
  expect(sprite).toBe(await iconSprite());
});
