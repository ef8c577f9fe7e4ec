import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/routes/inventory/location-layout";

/** The location loaded by the layout. */
export function useInventoryLocation() {
  const location = useRouteLoaderData<typeof loader>("inventory/location");
  if (!location) throw new Error("useInventoryLocation belongs below the layout of a location");
  return location;
}
