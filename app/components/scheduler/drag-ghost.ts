import { MINUTE_MS } from "~/domain/scheduling/rules";
import { type Board, type Lane, type Liftable, leftOf, type Target } from "./drag-target";
import { timeWords } from "./lane-words";
import { SCALE } from "./view";

/** What stands against a place: nothing, something to be told, something to be overridden. */
export interface Against {
  text: string;
  tone: "ok" | "warn" | "bad";
}

const looks: Record<Against["tone"], string> = {
  ok: "border-focus bg-frost-soft",
  warn: "border-warn bg-warn-soft",
  bad: "border-bad bg-bad-soft",
};
const shape =
  "pointer-events-none z-30 flex min-w-40 flex-col justify-center rounded-sm border-2 px-2 text-xs text-ink shadow-float";

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
      element.className = `${shape} ${looks[tone]} ${board.view === "day" ? "absolute top-0.5 min-h-12" : "my-1 min-h-12"}`;
      if (board.view === "day") {
        element.style.left = `${leftOf(lane, start, { origin, zone: board.zone })}px`;
        element.style.width = `${minutes * SCALE - 2}px`;
      }
      const end = start + minutes * MINUTE_MS;
      time.textContent = `${timeWords(start, lifted.zone, board.zone)} to ${timeWords(end, lifted.zone, board.zone)}`;
      words.textContent = text;
      if (element.parentElement !== lane.element) lane.element.appendChild(element);
    },
    hide: () => element.remove(),
    remove: () => element.remove(),
  };
}
