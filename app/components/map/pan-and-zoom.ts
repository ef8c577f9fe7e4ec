/** Pan and zoom of a drawing, in pixels of its frame. */
export interface MapView {
  x: number;
  y: number;
  scale: number;
}

export const WHOLE: MapView = { x: 0, y: 0, scale: 1 };

const MIN_SCALE = 0.25;
const MAX_SCALE = 60;

/** Zooms around a point of the frame, which stays in place. */
export function zoomed(view: MapView, factor: number, at: { x: number; y: number }): MapView {
  const scale = Math.min(MAX_SCALE, Math.max(MIN_SCALE, view.scale * factor));
  const by = scale / view.scale;
  return { scale, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by };
}

export const moved = (view: MapView, x: number, y: number): MapView => ({ ...view, x: view.x + x, y: view.y + y });

/** Converts a point of the drawing to a position in the frame. */
export const inFrame = ({ x, y, scale }: MapView, [px, py]: readonly [number, number]): [number, number] => [
  px * scale + x,
  py * scale + y,
];

/** The view with a point of the drawing at the center of the frame. */
export function centeredOn(
  view: MapView,
  [px, py]: readonly [number, number],
  frame: { width: number; height: number },
): MapView {
  return { ...view, x: frame.width / 2 - px * view.scale, y: frame.height / 2 - py * view.scale };
}
