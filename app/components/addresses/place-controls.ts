import { typeInto } from "~/components/forms/type-into";
import type { PlaceIds } from "./place-ids";

export type PlaceTexts = Record<keyof PlaceIds, string>;

type Control = HTMLInputElement | HTMLSelectElement;

const names = ["line1", "city", "state", "postalCode"] as const satisfies readonly (keyof PlaceIds)[];

export function controlOf(id: string): Control | null {
  const found = document.getElementById(id);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
}

/** Current values of the address controls. */
export function readPlace(ids: PlaceIds): PlaceTexts {
  const text = (name: keyof PlaceIds) => controlOf(ids[name])?.value.trim() ?? "";
  return { line1: text("line1"), city: text("city"), state: text("state"), postalCode: text("postalCode") };
}

/** Writes the given values into the controls as if they had been typed. */
export function writePlace(ids: PlaceIds, given: { [Name in keyof PlaceIds]?: string | null }): void {
  for (const name of names) {
    const control = controlOf(ids[name]);
    const value = given[name];
    if (!control || value === undefined || value === null || control.value === value) continue;
    typeInto(ids[name], value);
  }
}
