import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from "d3-force";

/** Current positions as alternating x and y, and connections as alternating indexes of the two records. */
export interface LayoutRequest {
  run: number;
  positions: Float32Array;
  links: Uint32Array;
}

export interface LayoutAnswer {
  run: number;
  positions: Float32Array;
  isDone: boolean;
}

interface Point {
  index?: number;
  x: number;
  y: number;
}

let latest = 0;

self.onmessage = ({ data }: MessageEvent<LayoutRequest>) => {
  latest = data.run;
  void layOut(data);
};

/** Runs the force simulation until it rests, reporting intermediate positions; a later request replaces it. */
async function layOut({ run, positions, links }: LayoutRequest) {
  const points: Point[] = Array.from({ length: positions.length / 2 }, (_, index) => ({
    x: positions[2 * index] ?? 0,
    y: positions[2 * index + 1] ?? 0,
  }));
  const pairs = Array.from({ length: links.length / 2 }, (_, index) => ({
    source: links[2 * index] ?? 0,
    target: links[2 * index + 1] ?? 0,
  }));
  const isLarge = points.length > 2000;
  const simulation = forceSimulation(points)
    .force(
      "link",
      forceLink<Point, { source: number; target: number }>(pairs)
        .distance(40)
        .strength(isLarge ? 0.3 : 0.5),
    )
    .force(
      "charge",
      forceManyBody<Point>()
        .strength(isLarge ? -30 : -90)
        .theta(isLarge ? 1.2 : 0.9)
        .distanceMax(1200),
    )
    .force("x", forceX<Point>(0).strength(0.03))
    .force("y", forceY<Point>(0).strength(0.03))
    .alphaDecay(isLarge ? 0.04 : 0.03)
    .stop();
  if (!isLarge) simulation.force("collide", forceCollide<Point>(12));
  let shownAt = 0;
  while (simulation.alpha() > simulation.alphaMin()) {
    simulation.tick();
    const now = performance.now();
    if (now - shownAt < (isLarge ? 400 : 60)) continue;
    shownAt = now;
    answer(run, points, false);
    // Yields, so that a later request can arrive.
    await new Promise((resolve) => setTimeout(resolve));
    if (run !== latest) return;
  }
  answer(run, points, true);
}

function answer(run: number, points: readonly Point[], isDone: boolean) {
  const positions = new Float32Array(points.length * 2);
  points.forEach(({ x, y }, index) => {
    positions[2 * index] = x;
    positions[2 * index + 1] = y;
  });
  const message: LayoutAnswer = { run, positions, isDone };
  self.postMessage(message, { transfer: [positions.buffer] });
}
