import type { MapLabel } from "~/components/map/vector-map";
import type { Point } from "~/domain/shared/point";

/** The business's ZIP codes as names on the ground, those with most properties first. */
export const zipLabels = (zips: readonly { zip: string; point: Point | null }[]): MapLabel[] =>
  zips.flatMap(({ zip, point }) => (point ? [{ text: zip, point }] : []));
