import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/routes/inventory/item-layout";

/** The item loaded by the layout. */
export function useItem() {
  const item = useRouteLoaderData<typeof loader>("inventory/item");
  if (!item) throw new Error("useItem belongs below the layout of an item");
  return item;
}
