import { useMemo } from "react";
import type { AnyField } from "~/components/forms/field";

/** Ids of an address's controls. */
export type PlaceIds = Record<"line1" | "city" | "state" | "postalCode", string>;

export type PlaceFields = Record<keyof PlaceIds, AnyField>;

export function usePlaceIds(fields: PlaceFields): PlaceIds {
  const [line1, city, state, postalCode] = [fields.line1.id, fields.city.id, fields.state.id, fields.postalCode.id];
  return useMemo(() => ({ line1, city, state, postalCode }), [line1, city, state, postalCode]);
}
