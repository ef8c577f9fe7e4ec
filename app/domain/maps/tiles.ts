/** The source of a map's street level: 256-pixel tiles in the Web Mercator grid. */
export interface MapTiles {
  /** Contains `{z}`, `{x}` and `{y}`. */
  url: string;
  /** Attribution required by the license: '© OpenStreetMap contributors'. */
  credit: string;
}

const PLACES = ["{z}", "{x}", "{y}"] as const;

/**
 * The origin of a tile template; null if it is invalid. Each placeholder must occur once, over HTTPS, or over HTTP on localhost.
 */
export function tileOrigin(template: string): string | null {
  if (PLACES.some((place) => template.split(place).length !== 2)) return null;
  const text = tileUrl(template, { z: 0, x: 0, y: 0 });
  if (/[{}\s]/.test(text) || !URL.canParse(text)) return null;
  const { protocol, origin, hostname, username, password } = new URL(text);
  const isLocalhost = hostname === "localhost" || hostname === "127.0.0.1";
  if (protocol !== "https:" && !(protocol === "http:" && isLocalhost)) return null;
  if (username || password) return null;
  // The host must be the same for every tile, since the content policy names it exactly.
  const elsewhere = new URL(tileUrl(template, { z: 9, x: 8, y: 7 }));
  return elsewhere.origin === origin ? origin : null;
}

export function tileUrl(template: string, { z, x, y }: Tile): string {
  return template.replace("{z}", String(z)).replace("{x}", String(x)).replace("{y}", String(y));
}

interface Tile {
  z: number;
  x: number;
  y: number;
}

/** A tile and its position in pixels of the drawing, before the view's pan and zoom. */
interface PlacedTile extends Tile {
  left: number;
  top: number;
  size: number;
}

const TILE_PX = 256;
const MAX_ZOOM = 19;

interface Ground {
  /** Drawing pixels per radian, and the position of longitude 0 and the equator in a Mercator projection. */
  scale: number;
  translate: readonly [number, number];
}

interface Frame {
  view: { x: number; y: number; scale: number };
  width: number;
  height: number;
}

/** The tiles that cover a frame, at the zoom closest to their native size. */
export function tilesIn({ scale, translate }: Ground, { view, width, height }: Frame): PlacedTile[] {
  const world = 2 * Math.PI * scale;
  const z = Math.min(MAX_ZOOM, Math.max(0, Math.round(Math.log2((world * view.scale) / TILE_PX))));
  const count = 2 ** z;
  const size = world / count;
  const [left, top] = [translate[0] - world / 2, translate[1] - world / 2];
  const range = (from: number, shift: number, length: number) => {
    const first = Math.floor((-shift / view.scale - from) / size);
    const last = Math.floor(((length - shift) / view.scale - from) / size);
    return Array.from(
      { length: Math.max(0, Math.min(last, count - 1) - Math.max(first, 0) + 1) },
      (_, n) => Math.max(first, 0) + n,
    );
  };
  const columns = range(left, view.x, width);
  return range(top, view.y, height).flatMap((y) =>
    columns.map((x) => ({ z, x, y, left: left + x * size, top: top + y * size, size })),
  );
}
