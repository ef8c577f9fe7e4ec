import { expect, test } from "vitest";
import { facingSides } from "~/domain/designs/drawing";

test.each([
  ["beside it", { x: 300, y: 40 }, ["right", "left"]],
  ["on its left, lower", { x: -200, y: 400 }, ["left", "right"]],
  ["below it", { x: 60, y: 200 }, ["bottom", "top"]],
  ["above it", { x: 0, y: -90 }, ["top", "bottom"]],
] as const)("a line to a box %s leaves from the side facing it", (_where, to, sides) => {
  expect(facingSides({ x: 0, y: 0 }, to)).toEqual(sides);
});
