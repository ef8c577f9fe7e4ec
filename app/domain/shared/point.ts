/** A location in degrees. The only representation of one: latitude and longitude are never passed separately. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** The columns of a location that may not be found yet. */
interface Columns {
  latitude: number | null;
  longitude: number | null;
}

/** Null for an invalid location: missing, out of range, or 0,0, which failed lookups and cold receivers return. */
export function pointFrom({ latitude, longitude }: Columns): Point | null {
  if (latitude === null || longitude === null) return null;
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null;
  if (Math.abs(latitude) < 1e-6 && Math.abs(longitude) < 1e-6) return null;
  return { latitude, longitude };
}
