/** A cover over part of a picture, in the picture's own pixels. */
export type Cover =
  | { kind: "stroke"; points: readonly Point[] }
  | { kind: "box"; x: number; y: number; width: number; height: number };

export interface Point {
  x: number;
  y: number;
}

interface Size {
  width: number;
  height: number;
}

/** A pen as wide as a line of text on a screen. */
export const penWidth = ({ width }: Size): number => Math.max(16, Math.round(width / 60));

/** A box in the middle of the picture, a fifth of its width. */
export function newBox({ width, height }: Size): Extract<Cover, { kind: "box" }> {
  const [w, h] = [Math.round(width / 5), Math.round(height / 10)];
  return { kind: "box", x: Math.round((width - w) / 2), y: Math.round((height - h) / 2), width: w, height: h };
}

const arrows: Partial<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/**
 * A box after an arrow key: moved by a fiftieth of the picture, or resized with Shift. It stays within the picture.
 * Returns the same box for any other key.
 */
export function steppedBox<B extends Omit<Extract<Cover, { kind: "box" }>, "kind">>(
  box: B,
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { width, height }: Size,
): B {
  const step = Math.max(4, Math.round(width / 50));
  const [right, down] = arrows[key] ?? [0, 0];
  if (right === 0 && down === 0) return box;
  const [dx, dy] = [right * step, down * step];
  const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  if (shiftKey) {
    return {
      ...box,
      width: within(box.width + dx, step, width - box.x),
      height: within(box.height + dy, step, height - box.y),
    };
  }
  return {
    ...box,
    x: within(box.x + dx, 0, width - box.width),
    y: within(box.y + dy, 0, height - box.height),
  };
}

/** Describes a box's position for screen readers. */
export function placeOf(box: Omit<Extract<Cover, { kind: "box" }>, "kind">, { width, height }: Size): string {
  const percent = (part: number, whole: number) => `${Math.round((part / whole) * 100)}%`;
  return `Box at ${percent(box.x, width)} from the left and ${percent(box.y, height)} from the top, ${percent(box.width, width)} wide, ${percent(box.height, height)} high`;
}
