import { useSyncExternalStore } from "react";
import { readStored, writeStored } from "~/components/app-shell/stored-choices";

const NAME = "plenum_single_keys";
const changed = new EventTarget();

/** Whether single letters and signs are shortcuts in this browser: dictated words would press them too. */
export const areSingleKeysOn = (): boolean => readStored(NAME) !== "off";

export function setSingleKeys(isOn: boolean): void {
  writeStored(NAME, isOn ? null : "off");
  changed.dispatchEvent(new Event("change"));
}

/** As `areSingleKeysOn`, followed in other tabs. */
export function useSingleKeys(): boolean {
  return useSyncExternalStore(subscribe, areSingleKeysOn, () => true);
}

function subscribe(listener: () => void): () => void {
  changed.addEventListener("change", listener);
  window.addEventListener("storage", listener);
  return () => {
    changed.removeEventListener("change", listener);
    window.removeEventListener("storage", listener);
  };
}
