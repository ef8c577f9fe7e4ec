import { useRouteLoaderData } from "@remix-run/react";
import type { loader as detailLoader } from "~/routes/work-orders/detail/route";
import type { loader as layoutLoader } from "~/routes/work-orders/layout";

/** The work order that the layout loaded. */
export function useWorkOrder() {
  const data = useRouteLoaderData<typeof layoutLoader>("work-orders/work-order");
  if (!data) throw new Error("useWorkOrder belongs below the layout of a work order");
  return data.workOrder;
}

/** Equipment, checklist and signatures, as the screen behind a dialog shows them. */
export function useOverview() {
  const data = useRouteLoaderData<typeof detailLoader>("work-orders/detail");
  if (!data) throw new Error("useOverview belongs to the dialogs over a work order");
  return data;
}
