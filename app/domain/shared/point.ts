/** A place on the earth, in degrees. There is no other form of one: a latitude and a longitude never go about in pairs. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** Columns of a place that may not be found yet. */
interface Columns {
  latitude: number | null;
  longitude: number | null;
}

/** Null for what is no place: nothing, a number out of range, and 0,0, which is what failed lookups and cold receivers answer. */
export function pointFrom({ latitude, longitude }: Columns): Point | null {
  if (latitude === null || longitude === null) return null;
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null;
  if (Math.abs(latitude) < 1e-6 && Math.abs(longitude) < 1e-6) return null;
  return { latitude, longitude };
}
