import type { FormEvent } from "react";
import { readStored, writeStored } from "./stored-choices";

/** Signing out deletes the jobs stored on this device; it asks first when something is not synced. */
export function clearDevice(event: FormEvent): void {
  const unsynced = readStored("plenum_unsynced");
  const question = `Not synced yet: ${unsynced}. Signing out deletes this from the device. Sign out anyway?`;
  if (unsynced && !window.confirm(question)) {
    event.preventDefault();
    return;
  }
  writeStored("plenum_unsynced", null);
  indexedDB.deleteDatabase("plenum-technician");
  if ("caches" in window) void caches.delete("plenum-device-1");
}
