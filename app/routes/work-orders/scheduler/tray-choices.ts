import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "~/components/app-shell/stored-choices";
import { TRAY_GROUPINGS, type TrayGrouping } from "~/domain/scheduling/tray";

interface TrayChoices {
  /** Null: collapsed on narrow screens. */
  isFolded: boolean | null;
  grouping: TrayGrouping;
}

const USUAL: TrayChoices = { isFolded: null, grouping: "priority" };
const KEY = "plenum_tray";

let current: TrayChoices | null = null;
const listeners = new Set<() => void>();

/** The tray settings this browser's user last chose. */
export const useTrayChoices = (): TrayChoices => useSyncExternalStore(subscribe, read, () => USUAL);

export function chooseTray(part: Partial<TrayChoices>): void {
  current = { ...read(), ...part };
  const fold = current.isFolded === null ? "auto" : current.isFolded ? "folded" : "open";
  writeStored(KEY, `${fold} ${current.grouping}`);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): TrayChoices {
  current ??= parse(readStored(KEY));
  return current;
}

function parse(stored: string | null): TrayChoices {
  const [fold, grouping] = (stored ?? "").split(" ");
  return {
    isFolded: fold === "folded" ? true : fold === "open" ? false : null,
    grouping: TRAY_GROUPINGS.find((one) => one === grouping) ?? USUAL.grouping,
  };
}
