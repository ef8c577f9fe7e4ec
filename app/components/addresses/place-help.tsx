import { lazy, useMemo } from "react";
import { ClientOnly } from "~/lib/client-only";

/** Ids of the controls of one address. */
export type PlaceIds = Record<"line1" | "city" | "state" | "postalCode", string>;

type PlaceFields = { [Name in keyof PlaceIds]: { id: string } };

const PlaceHelper = lazy(async () => ({ default: (await import("./place-helper")).PlaceHelper }));

/**
 * Suggestions under the street as one types, city and state from the ZIP code, and 'Verify'. Comes with the script: the
 * fields work as they are without it.
 */
export function PlaceHelp({ fields }: { fields: PlaceFields }) {
  const [line1, city, state, postalCode] = [fields.line1.id, fields.city.id, fields.state.id, fields.postalCode.id];
  const ids = useMemo(() => ({ line1, city, state, postalCode }), [line1, city, state, postalCode]);
  return (
    <ClientOnly>
      <PlaceHelper ids={ids} />
    </ClientOnly>
  );
}
