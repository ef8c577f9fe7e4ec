import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { STATUS_LABELS } from "~/domain/work-order-basics/status";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import type { ChangeStatus } from "~/domain/work-orders/schema";
import { undoStatus } from "~/domain/work-orders/transitions";
import type { LoaderInput } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

/** The board's URL, if the request came from a dialog over it or from an undo offered there. */
function boardUrl({ pathname, search, searchParams }: URL): string | null {
  if (pathname.startsWith(`${paths.board()}/`)) return paths.board() + search;
  const named = searchParams.get("board");
  return named?.startsWith(paths.board()) ? named : null;
}

/**
 * Changes the status of the work order in the URL and returns to the screen behind the dialog, with a toast that offers
 * to undo.
 */
export async function changeAndReturn({ ctx, params, url, request }: LoaderInput, input: ChangeStatus) {
  const { number, status, from, changed, notice } = await changeWorkOrderStatus(ctx, params.id ?? "", input);
  const statusText = `${formatWorkOrderNumber(number)} is now ${STATUS_LABELS[status]}.`;
  const text = [statusText, notice].filter(Boolean).join(" ");
  const board = boardUrl(url);
  const to = board ?? paths.workOrder(number, { notes: url.searchParams.get("notes") });
  const back = changed ? undoStatus(from, status) : null;
  const undo = back && {
    action: paths.workOrder(number, { board }),
    fields: { intent: "move", to: back, idempotencyKey: ctx.newId() },
  };
  return redirectWithToast(request, to, { tone: notice ? "info" : "success", text, ...(undo && { undo }) });
}
