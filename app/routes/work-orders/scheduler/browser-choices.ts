import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "~/components/app-shell/stored-choices";
import { LANE_GROUPINGS, type LaneGrouping } from "~/domain/scheduling/lane-groups";
import { TRAY_GROUPINGS, type TrayGrouping } from "~/domain/scheduling/tray";

interface BrowserChoice<Value> {
  use: () => Value;
  get: () => Value;
  choose: (value: Value) => void;
}

/** A choice that only this browser knows, in local storage. The server renders what `parse` returns for null. */
export function browserChoice<Value extends string | object>(
  name: string,
  parse: (stored: string | null) => Value,
  format: (value: Value) => string,
): BrowserChoice<Value> {
  const usual = parse(null);
  let current: Value | null = null;
  const listeners = new Set<() => void>();

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }
  function get(): Value {
    current ??= parse(readStored(name));
    return current;
  }
  const onServer = () => usual;

  return {
    get,
    use: () => useSyncExternalStore(subscribe, get, onServer),
    choose(value) {
      current = value;
      writeStored(name, format(value));
      for (const listener of listeners) listener();
    },
  };
}

const laneGrouping = browserChoice<LaneGrouping>("plenum_lanes", laneGroupingOf, (grouping) => grouping);

/** The lane grouping this browser's user last chose. */
export const useLaneGrouping = laneGrouping.use;

/** Stores the grouping; an unknown value falls back to `name`. */
export function chooseLaneGrouping(text: string): void {
  laneGrouping.choose(laneGroupingOf(text));
}

function laneGroupingOf(text: string | null): LaneGrouping {
  return LANE_GROUPINGS.find((one) => one === text) ?? "name";
}

interface TrayChoices {
  /** Null: collapsed on narrow screens. */
  isFolded: boolean | null;
  grouping: TrayGrouping;
}

const trayChoices = browserChoice<TrayChoices>("plenum_tray", trayChoicesOf, ({ isFolded, grouping }) => {
  const fold = isFolded === null ? "auto" : isFolded ? "folded" : "open";
  return `${fold} ${grouping}`;
});

/** The tray settings this browser's user last chose. */
export const useTrayChoices = trayChoices.use;

export function chooseTray(part: Partial<TrayChoices>): void {
  trayChoices.choose({ ...trayChoices.get(), ...part });
}

function trayChoicesOf(stored: string | null): TrayChoices {
  const [fold, grouping] = (stored ?? "").split(" ");
  return {
    isFolded: fold === "folded" ? true : fold === "open" ? false : null,
    grouping: TRAY_GROUPINGS.find((one) => one === grouping) ?? "priority",
  };
}
