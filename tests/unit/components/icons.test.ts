import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconSprite } from "../../../scripts/icons.mjs";

test("the sprite holds lucide's drawing of every icon that is named", async () => {
  const sprite = readFileSync("app/components/ui/icons.svg", "utf8");
  expect(sprite).toContain('<symbol id="wrench"');
  expect(sprite).toBe(await iconSprite());
});
