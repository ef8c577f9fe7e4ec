import { Outlet } from "@remix-run/react";
import { workOrderDetail } from "~/domain/work-orders/detail.server";
import { pageLoader } from "~/http/page-loader";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";

/** Loads the full work order for a dialog over the board, because its card has fewer fields. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const workOrder = await workOrderDetail(ctx, params.id ?? "");
  const { tasks, signatures, equipment } = workOrder;
  return { workOrder, tasks, signatures, equipment };
});

export default function CardDialogs() {
  return <Outlet />;
}
