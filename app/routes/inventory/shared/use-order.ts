import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/routes/inventory/purchase-order/route";

/** The order loaded by its screen, for the dialogs over it. */
export function useOrder() {
  const data = useRouteLoaderData<typeof loader>("inventory/purchase-order");
  if (!data) throw new Error("useOrder belongs below the screen of a purchase order");
  return data.order;
}
