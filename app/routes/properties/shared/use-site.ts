import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "../layout";

/** The property that the layout loaded, and what one may do with it. */
export function useSite() {
  const site = useRouteLoaderData<typeof loader>("properties/property");
  if (!site) throw new Error("useSite belongs below the layout of a property");
  return site;
}
