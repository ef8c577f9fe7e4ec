import { type ComponentType, lazy, Suspense, useEffect, useMemo, useState } from "react";

/** Ids of the controls of one address. */
export type PlaceIds = Record<"line1" | "city" | "state" | "postalCode", string>;

type PlaceFields = { [Name in keyof PlaceIds]: { id: string } };

const Helper: ComponentType<{ ids: PlaceIds }> = import.meta.env.SSR
  ? () => null
  : lazy(() => import("./place-helper").then((m) => ({ default: m.PlaceHelper })));

/**
 * Suggestions under the street as one types, city and state from the ZIP code, and 'Verify'. Comes with the script: the
 * fields work as they are without it.
 */
export function PlaceHelp({ fields }: { fields: PlaceFields }) {
  const [line1, city, state, postalCode] = [fields.line1.id, fields.city.id, fields.state.id, fields.postalCode.id];
  const ids = useMemo(() => ({ line1, city, state, postalCode }), [line1, city, state, postalCode]);
  const [inBrowser, setInBrowser] = useState(false);
  // The page as the server wrote it has none.
  useEffect(() => setInBrowser(true), []);
  if (!inBrowser) return null;
  return (
    <Suspense>
      <Helper ids={ids} />
    </Suspense>
  );
}
