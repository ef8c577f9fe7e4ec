import { browserChoice } from "./browser-choices";

/** Zoom levels of the time axis, in pixels per minute. */
export const ZOOMS = [1, 1.5, 3] as const;
/** Height of one row of jobs in a lane, in rem. */
const ROWS = { compact: 2.25, normal: 3.25, tall: 4.5 } as const;
export type Density = keyof typeof ROWS;
export const DENSITIES: readonly Density[] = ["compact", "normal", "tall"];

interface BoardScale {
  zoom: (typeof ZOOMS)[number];
  density: Density;
}

/** How a day is rendered: the minutes shown, pixels per minute, and row height in rem. */
export interface Axis {
  from: number;
  to: number;
  scale: BoardScale["zoom"];
  row: number;
  density: Density;
}

const choice = browserChoice<BoardScale>("plenum_board_scale", parse, ({ zoom, density }) => `${zoom} ${density}`);

/** The scale this browser's user last chose; the server renders no axis. */
export const useBoardScale = choice.use;

export function chooseBoardScale(part: Partial<BoardScale>): void {
  choice.choose({ ...choice.get(), ...part });
}

/** Zooms in or out by one step, within the available levels. */
export function zoomBy(step: 1 | -1): void {
  const zoom = ZOOMS[ZOOMS.indexOf(choice.get().zoom) + step];
  if (zoom) chooseBoardScale({ zoom });
}

export const rowHeight = (density: Density): number => ROWS[density];

function parse(stored: string | null): BoardScale {
  const [zoom, density] = (stored ?? "").split(" ");
  return {
    zoom: ZOOMS.find((one) => String(one) === zoom) ?? 1.5,
    density: DENSITIES.find((one) => one === density) ?? "normal",
  };
}
