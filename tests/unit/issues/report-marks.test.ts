import fc from "fast-check";
import { expect, test } from "vitest";
import { newBox, placeOf, steppedBox } from "~/routes/bugscout/report/marks";

const picture = { width: 1000, height: 500 };
const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

test("a box starts in the middle, moves with the arrow keys and resizes with Shift", () => {
  const box = newBox(picture);
  expect(placeOf(box, picture)).toBe("Box at 40% from the left and 45% from the top, 20% wide, 10% high");
  expect(steppedBox(box, key("ArrowLeft"), picture)).toEqual({ ...box, x: box.x - 20 });
  expect(steppedBox(box, key("ArrowDown"), picture)).toEqual({ ...box, y: box.y + 20 });
  expect(steppedBox(box, key("ArrowRight", true), picture)).toEqual({ ...box, width: box.width + 20 });
  expect(steppedBox(box, key("ArrowUp", true), picture)).toEqual({ ...box, height: box.height - 20 });
  expect(steppedBox(box, key("Enter"), picture)).toBe(box);
});

test("whatever keys are pressed, a box has a size and stays within its picture", () => {
  const press = fc.record({
    key: fc.constantFrom("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"),
    shiftKey: fc.boolean(),
  });
  const size = fc.record({ width: fc.integer({ min: 40, max: 4000 }), height: fc.integer({ min: 40, max: 4000 }) });
  fc.assert(
    fc.property(size, fc.array(press, { maxLength: 200 }), (of, presses) => {
      const box = presses.reduce((now, one) => steppedBox(now, one, of), newBox(of));
      expect(box.width).toBeGreaterThan(0);
      expect(box.height).toBeGreaterThan(0);
      expect(box.x).toBeGreaterThanOrEqual(0);
      expect(box.y).toBeGreaterThanOrEqual(0);
      expect(box.x + box.width).toBeLessThanOrEqual(of.width);
      expect(box.y + box.height).toBeLessThanOrEqual(of.height);
    }),
  );
});
