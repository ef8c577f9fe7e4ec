import { KeyList } from "~/components/key-list";

export function Keys() {
  return <KeyList groups={KEYS} />;
}

const KEYS = [
  {
    title: "Move a job",
    note: "Tab to the job first, or click it.",
    keys: [
      { keys: ["Space"], what: "Pick it up, and drop it" },
      { keys: ["←", "→"], what: "Earlier, later; in the week, the day before and after" },
      { keys: ["↑", "↓"], what: "Another technician" },
      { keys: ["Shift", "← →"], what: "Shorter, longer" },
      { keys: ["Alt", "← →"], what: "In steps of 5 minutes" },
      { keys: ["Delete"], what: "Unschedule" },
      { keys: ["Esc"], what: "Cancel the move" },
      { keys: ["Ctrl", "Z"], what: "Undo the last move" },
    ],
  },
  {
    title: "Search and navigate",
    note: null,
    keys: [
      { keys: ["/"], what: "Search jobs; Enter goes to the next match" },
      { keys: ["D"], what: "Choose a date" },
      { keys: ["T"], what: "Today, or now" },
      { keys: ["+", "-"], what: "Zoom the day" },
      { keys: ["Enter"], what: "Open the job" },
      { keys: ["?"], what: "This list" },
    ],
  },
] as const;
