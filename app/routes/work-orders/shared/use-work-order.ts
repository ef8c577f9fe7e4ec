import { useRouteLoaderData } from "@remix-run/react";
import type { loader as cardLoader } from "~/routes/work-orders/board/card-dialogs";
import type { loader as detailLoader } from "~/routes/work-orders/detail/route";
import type { loader as layoutLoader } from "~/routes/work-orders/layout";

/** The work order loaded by the layout of its own screen, or of its card's dialogs on the board. */
export function useWorkOrder() {
  const screen = useRouteLoaderData<typeof layoutLoader>("work-orders/work-order");
  const card = useRouteLoaderData<typeof cardLoader>("work-orders/board/card");
  const data = screen ?? card;
  if (!data) throw new Error("useWorkOrder belongs below the layout of a work order");
  return data.workOrder;
}

/** Equipment, checklist and signatures, which dialogs share with the screen behind them. */
export function useOverview() {
  const screen = useRouteLoaderData<typeof detailLoader>("work-orders/detail");
  const card = useRouteLoaderData<typeof cardLoader>("work-orders/board/card");
  const data = screen ?? card;
  if (!data) throw new Error("useOverview belongs to the dialogs over a work order");
  return data;
}
