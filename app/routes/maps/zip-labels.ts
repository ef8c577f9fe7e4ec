import type { MapLabel } from "~/components/map/vector-map";
import type { Point } from "~/domain/shared/point";

/** The business's ZIP codes as map labels, those with the most properties first. */
export const zipLabels = (zips: readonly { zip: string; point: Point | null }[]): MapLabel[] =>
  zips.flatMap(({ zip, point }) => (point ? [{ text: zip, point }] : []));
