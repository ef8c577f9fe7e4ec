import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/routes/properties/layout";

/** The property loaded by the layout, and the user's permissions for it. */
export function useSite() {
  const site = useRouteLoaderData<typeof loader>("properties/property");
  if (!site) throw new Error("useSite belongs below the layout of a property");
  return site;
}
