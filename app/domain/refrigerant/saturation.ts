import { SATURATION_TABLE, type SaturationPoint } from "./saturation-table";

/**
 * Where boiling begins (bubble, for subcooling) and where the last liquid evaporates (dew, for superheat). The same for a pure
 * refrigerant.
 */
export type Curve = "bubble" | "dew";

/** A lookup in a table: gauges show pounds per square inch above the ambient pressure. */
interface SaturationQuery {
  refrigerant: string;
  curve: Curve;
  /** Of the site; 0 at sea level. */
  altitudeFeet: number;
}

const SEA_LEVEL_PSI = 14.6959;

/** Air pressure in psi, by the standard atmosphere. */
function airPressure(altitudeFeet: number): number {
  return SEA_LEVEL_PSI * (1 - 6.8756e-6 * altitudeFeet) ** 5.2559;
}

/**
 * Returns the saturation temperature in °F at a gauge pressure in psi; null outside the table or for a refrigerant without one.
 */
export function saturationTemperature(query: SaturationQuery, gaugePsi: number): number | null {
  const pressure = Math.log(gaugePsi + airPressure(query.altitudeFeet));
  const [below, above] = around(query, ({ absolute }) => absolute, pressure);
  if (!below || !above) return null;
  const share = (pressure - below.absolute) / (above.absolute - below.absolute);
  return below.temperatureF + share * (above.temperatureF - below.temperatureF);
}

/**
 * Returns the gauge pressure in psi at a saturation temperature in °F; null outside the table or for a refrigerant without one.
 */
export function saturationPressure(query: SaturationQuery, temperatureF: number): number | null {
  const [below, above] = around(query, (point) => point.temperatureF, temperatureF);
  if (!below || !above) return null;
  const share = (temperatureF - below.temperatureF) / (above.temperatureF - below.temperatureF);
  const absolute = Math.exp(below.absolute + share * (above.absolute - below.absolute));
  return absolute - airPressure(query.altitudeFeet);
}

interface Mark {
  temperatureF: number;
  /** Logarithm of the absolute pressure in psi, which makes the curve nearly linear in temperature. */
  absolute: number;
}

/** The neighbors of a value in the table. */
function around({ refrigerant, curve }: SaturationQuery, by: (mark: Mark) => number, value: number): Mark[] {
  const marks = (SATURATION_TABLE.get(refrigerant) ?? []).map((point) => markOf(point, curve));
  const above = marks.findIndex((mark, at) => at > 0 && by(mark) >= value);
  const [first] = marks;
  if (above < 0 || first === undefined || !(value >= by(first))) return [];
  return marks.slice(above - 1, above + 1);
}

function markOf(point: SaturationPoint, curve: Curve): Mark {
  return { temperatureF: point.temperatureF, absolute: Math.log(point[curve] + SEA_LEVEL_PSI) };
}
