import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "~/components/app-shell/stored-choices";

/** Pixels of a minute on the time axis. */
export const ZOOMS = [1, 1.5, 3] as const;
/** Height of one row of jobs in a lane, in rem. */
const ROWS = { compact: 2.25, normal: 3.25, tall: 4.5 } as const;
export type Density = keyof typeof ROWS;
export const DENSITIES: readonly Density[] = ["compact", "normal", "tall"];

export interface BoardScale {
  zoom: (typeof ZOOMS)[number];
  density: Density;
}

/** How a day is drawn: the minutes it shows, pixels of a minute, and the height of a row in rem. */
export interface Axis {
  from: number;
  to: number;
  scale: BoardScale["zoom"];
  row: number;
  density: Density;
}

const USUAL: BoardScale = { zoom: 1.5, density: "normal" };
const KEY = "plenum_board_scale";

let current: BoardScale | null = null;
const listeners = new Set<() => void>();

/** As this browser's user has left it; the server draws no axis. */
export const useBoardScale = (): BoardScale => useSyncExternalStore(subscribe, read, () => USUAL);

export function chooseBoardScale(part: Partial<BoardScale>): void {
  current = { ...read(), ...part };
  writeStored(KEY, `${current.zoom} ${current.density}`);
  for (const listener of listeners) listener();
}

/** One step in or out; the widest and the narrowest stay. */
export function zoomBy(step: 1 | -1): void {
  const zoom = ZOOMS[ZOOMS.indexOf(read().zoom) + step];
  if (zoom) chooseBoardScale({ zoom });
}

export const rowHeight = (density: Density): number => ROWS[density];

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): BoardScale {
  current ??= parseScale(readStored(KEY));
  return current;
}

function parseScale(stored: string | null): BoardScale {
  const [zoom, density] = (stored ?? "").split(" ");
  return {
    zoom: ZOOMS.find((one) => String(one) === zoom) ?? USUAL.zoom,
    density: DENSITIES.find((one) => one === density) ?? USUAL.density,
  };
}
