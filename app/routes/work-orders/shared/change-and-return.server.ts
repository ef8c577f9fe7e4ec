import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import type { ChangeStatus } from "~/domain/work-orders/schema";
import { formatWorkOrderNumber, STATUS_LABELS } from "~/domain/work-orders/work-order";
import type { LoaderInput } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

/** Changes the status of the work order in the address and goes back to what the dialog is over, which says so. */
export async function changeAndReturn({ ctx, params, url, request }: LoaderInput, input: ChangeStatus) {
  const { number, status } = await changeWorkOrderStatus(ctx, params.id ?? "", input);
  const text = `${formatWorkOrderNumber(number)} is now ${STATUS_LABELS[status]}.`;
  const isOnBoard = url.pathname.startsWith(`${paths.board()}/`);
  const to = isOnBoard ? paths.board() + url.search : paths.workOrder(number, { notes: url.searchParams.get("notes") });
  return redirectWithToast(request, to, { tone: "success", text });
}
