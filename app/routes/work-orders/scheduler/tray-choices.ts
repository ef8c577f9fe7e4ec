import { TRAY_GROUPINGS, type TrayGrouping } from "~/domain/scheduling/tray";
import { browserChoice } from "./browser-choice";

interface TrayChoices {
  /** Null: collapsed on narrow screens. */
  isFolded: boolean | null;
  grouping: TrayGrouping;
}

const choices = browserChoice<TrayChoices>("plenum_tray", parse, ({ isFolded, grouping }) => {
  const fold = isFolded === null ? "auto" : isFolded ? "folded" : "open";
  return `${fold} ${grouping}`;
});

/** The tray settings this browser's user last chose. */
export const useTrayChoices = choices.use;

export function chooseTray(part: Partial<TrayChoices>): void {
  choices.choose({ ...choices.get(), ...part });
}

function parse(stored: string | null): TrayChoices {
  const [fold, grouping] = (stored ?? "").split(" ");
  return {
    isFolded: fold === "folded" ? true : fold === "open" ? false : null,
    grouping: TRAY_GROUPINGS.find((one) => one === grouping) ?? "priority",
  };
}
