const STEPS_MILES = [0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const MAX_PX = 110;

/** The longest round distance that fits, and its length in pixels. */
export function scaleBar(pixelsPerMile: number): { text: string; pixels: number } {
  const miles = STEPS_MILES.findLast((step) => step * pixelsPerMile <= MAX_PX) ?? 0.1;
  return { text: `${miles.toLocaleString("en-US")} mi`, pixels: Math.round(miles * pixelsPerMile) };
}
