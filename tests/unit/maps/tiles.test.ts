import { geoMercator } from "d3-geo";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tileOrigin, tilesIn, tileUrl } from "~/domain/maps/tiles";

const TEMPLATE = "https://tiles.example.com/streets/{z}/{x}/{y}.png?key=a-b";

test("a template gives its origin and a tile's URL", () => {
  expect(tileOrigin(TEMPLATE)).toBe("https://tiles.example.com");
  expect(tileOrigin("http://127.0.0.1:9000/{z}/{x}/{y}")).toBe("http://127.0.0.1:9000");
  expect(tileUrl(TEMPLATE, { z: 12, x: 1023, y: 7 })).toBe("https://tiles.example.com/streets/12/1023/7.png?key=a-b");
});

test.each([
  ["nothing", ""],
  ["no placeholder for the column", "https://tiles.example.com/{z}/{y}.png"],
  ["a duplicate placeholder", "https://tiles.example.com/{z}/{z}/{x}/{y}.png"],
  ["an unknown placeholder", "https://{s}.tiles.example.com/{z}/{x}/{y}.png"],
  ["a host that changes with the tile", "https://t{x}.example.com/{z}/{y}.png"],
  ["a port that changes with the tile", "https://example.com:90{z}/{x}/{y}.png"],
  ["plain HTTP", "http://tiles.example.com/{z}/{x}/{y}.png"],
  ["a script", "javascript:alert('{z}{x}{y}')"],
  ["data", "data:image/png,{z}{x}{y}"],
  ["a password", "https://me:secret@tiles.example.com/{z}/{x}/{y}.png"],
  ["a second source", "https://tiles.example.com; script-src *;/{z}/{x}/{y}.png"],
  ["a space", "https://tiles.example.com /{z}/{x}/{y}.png"],
])("a template with %s is rejected", (_name, template) => {
  expect(tileOrigin(template)).toBeNull();
});

test("tiles cover the frame without gaps, each in its right place", () => {
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const frames = fc.record({
    ...{ latitude: number(-60, 70), longitude: number(-170, 170), scale: number(2000, 2_000_000) },
    view: fc.record({ x: number(-800, 800), y: number(-800, 800), scale: number(0.5, 20) }),
  });
  fc.assert(
    fc.property(frames, ({ latitude, longitude, scale, view }) => {
      const [width, height] = [800, 600];
      const projection = geoMercator().scale(scale).translate([0, 0]);
      const [x = 0, y = 0] = projection([longitude, latitude]) ?? [];
      projection.translate([width / 2 - x, height / 2 - y]);
      const tiles = tilesIn({ scale, translate: projection.translate() }, { view, width, height });
      expect(tiles.length).toBeLessThan(150);
      for (const { z, x: column, left, size } of tiles) {
        // The left edge of a column is its longitude in the grid.
        const west = (column / 2 ** z) * 360 - 180;
        expect(Math.abs((projection([west, 0])?.[0] ?? 0) - left)).toBeLessThan(size / 1000);
      }
      const covered = (px: number, py: number) =>
        tiles.some(({ left, top, size }) => {
          const [inX, inY] = [(px - view.x) / view.scale, (py - view.y) / view.scale];
          return inX >= left - 1e-6 && inX <= left + size + 1e-6 && inY >= top - 1e-6 && inY <= top + size + 1e-6;
        });
      const isWorld = (px: number, py: number) => {
        const world = projection.invert?.([(px - view.x) / view.scale, (py - view.y) / view.scale]);
        return world !== undefined && world !== null && Math.abs(world[0]) < 180 && Math.abs(world[1]) < 85;
      };
      for (const [px, py] of [
        [1, 1],
        [width / 2, height / 2],
        [width - 1, height - 1],
      ] as const) {
        // There is nothing to cover beyond the edge of the world, and `invert` wraps it back.
        const inX = (px - view.x) / view.scale;
        const edge = projection.translate()[0];
        if (Math.abs(inX - edge) < Math.PI * scale && isWorld(px, py)) expect(covered(px, py)).toBe(true);
      }
    }),
  );
});
