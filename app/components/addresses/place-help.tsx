import { lazy } from "react";
import { ClientOnly } from "~/lib/client-only";
import { type PlaceFields, usePlaceIds } from "./place-ids";

const PlaceHelper = lazy(async () => ({ default: (await import("./place-helper")).PlaceHelper }));

/** City and state from the ZIP code, and 'Verify address'. Requires script; the fields work without it. */
export function PlaceHelp({ fields }: { fields: PlaceFields }) {
  const ids = usePlaceIds(fields);
  return (
    <ClientOnly>
      <PlaceHelper ids={ids} />
    </ClientOnly>
  );
}
