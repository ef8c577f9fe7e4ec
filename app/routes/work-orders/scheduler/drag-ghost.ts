import { MINUTE_MS } from "~/domain/shared/intervals";
import { type Board, type Lane, type Liftable, leftOf, type Target } from "./drag-target";
import { timeWords } from "./labels";
import { SCALE } from "./view";

/** What stands against a place: nothing, something to be told, something to be overridden. */
export interface Against {
  text: string;
  tone: "ok" | "warn" | "bad";
}

const looks: Record<Against["tone"], string> = {
  ok: "border-ring bg-link-soft",
  warn: "border-warn bg-warn-soft",
  bad: "border-bad bg-bad-soft",
};
const shape =
  "pointer-events-none z-30 flex min-w-40 flex-col justify-center rounded-sm border-2 px-2 text-xs text-foreground shadow-popover";

export interface Ghost {
  show: (lane: Lane, target: Target, told: Against) => void;
  /** Over the tray, or over nothing. */
  hide: () => void;
  remove: () => void;
}

/** The outline of where a job would be, kept outside of React: it follows the pointer without drawing the board anew. */
export function createGhost(lifted: Liftable, board: Board, origin: number): Ghost {
  const element = document.createElement("div");
  element.setAttribute("aria-hidden", "true");
  const time = document.createElement("span");
  time.className = "whitespace-nowrap font-medium tabular";
  const words = document.createElement("span");
  words.className = "max-w-80 whitespace-normal";
  element.appendChild(time);
  element.appendChild(words);
  return {
    show(lane, { start, minutes }, { text, tone }) {
      element.className = `${shape} ${looks[tone]} min-h-12 ${board.view === "day" ? "absolute" : "my-1"}`;
      // Beside the lanes, not in one of them: what is said of it may need more room than its lane has.
      const parent = (board.view === "day" && lane.element.closest("ul")) || lane.element;
      if (board.view === "day") {
        const [track, all] = [lane.element.getBoundingClientRect(), parent.getBoundingClientRect()];
        element.style.top = `${track.top - all.top + 2}px`;
        element.style.left = `${track.left - all.left + leftOf(lane, start, { origin, zone: board.zone })}px`;
        element.style.width = `${minutes * SCALE - 2}px`;
      }
      const end = start + minutes * MINUTE_MS;
      time.textContent = `${timeWords(start, lifted.zone, board.zone)} to ${timeWords(end, lifted.zone, board.zone)}`;
      words.textContent = text;
      if (element.parentElement !== parent) parent.appendChild(element);
    },
    hide: () => element.remove(),
    remove: () => element.remove(),
  };
}
