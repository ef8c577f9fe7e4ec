import type { MetaFunction } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { BoardView } from "~/components/board/board-view";
import { unreached } from "~/components/board/move-answer";
import { readOrKeep, rememberShown } from "~/components/board/shown-board";
import { allowMember } from "~/domain/shared/permissions";
import { boardScreen } from "~/domain/work-orders/board.server";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import { type ChangeStatus as Change, ChangeStatus, ScheduleForm, WorkOrderFilter } from "~/domain/work-orders/schema";
import { formatWorkOrderNumber, STATUS_LABELS } from "~/domain/work-orders/work-order";
import { type FormInput, formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { owedLoads } from "~/lib/owed-loads";
import { listQuery, readFilter } from "./shared/list-query";

export const meta: MetaFunction = () => [{ title: "Kanban board · Plenum" }];

export const handle: ShellHandle = { frame: "wide" };

/** `job` and `move` in the address open a dialog over the board: they are of no concern here. */
export const loader = memberLoader(async ({ ctx, url }) => {
  const filter = readFilter(WorkOrderFilter, url);
  const { search, technicianId, priority, customerId } = listQuery(filter);
  const { columns, partial, technicians, mover } = await boardScreen(ctx, filter);
  const query = { search, technicianId, priority, customerId };
  const zone = allowMember(ctx).timeZone;
  return { columns, partial, technicians, mover, query, zone, address: addressOf(url), stale: false };
});

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return readOrKeep(addressOf(new URL(request.url)), () => serverLoader<typeof loader>());
}

const jobOf = (url: URL) => url.searchParams.get("job") ?? "";

type Sent = Omit<FormInput<typeof ChangeStatus>, "input"> & { input: Change };

/** Moves by a dialog's form and goes back to the board as it was. */
async function moveAndReturn({ ctx, input, request, url }: Sent) {
  const { number, status } = await changeWorkOrderStatus(ctx, jobOf(url), input);
  const text = `${formatWorkOrderNumber(number)} is now ${STATUS_LABELS[status]}`;
  return redirectWithToast(request, addressOf(url), { tone: "success", text });
}

export const action = formActions({
  drop: formCase(ChangeStatus, async ({ ctx, input, url }) => ({
    moved: await changeWorkOrderStatus(ctx, jobOf(url), input),
  })),
  move: formCase(ChangeStatus, moveAndReturn),
  schedule: formCase(ScheduleForm, ({ input, ...sent }) =>
    moveAndReturn({ ...sent, input: { ...input, to: "scheduled" } }),
  ),
});

/** A refused move changed nothing, and a dialog that opens or closes does not either. */
const loads = owedLoads(({ actionStatus = 200, formMethod, currentUrl, nextUrl }) => {
  if (formMethod && formMethod !== "GET") return actionStatus < 400;
  return currentUrl.search === nextUrl.search || addressOf(currentUrl) !== addressOf(nextUrl);
});
export const shouldRevalidate = loads.shouldRevalidate;

/** The board's address without a dialog over it. */
function addressOf({ pathname, searchParams }: URL): string {
  const rest = new URLSearchParams(searchParams);
  rest.delete("job");
  rest.delete("move");
  return rest.size > 0 ? `${pathname}?${rest}` : pathname;
}

/** A move that does not get through must not cost the board: it is told, and can be made again. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (error instanceof Response) throw error;
    // With this status nothing is read anew: that would not get through either, and show an error page.
    return Response.json(unreached(error), { status: 503 });
  }
}

export default function Board() {
  const board = useLoaderData<typeof loader>();
  loads.useArrived(board);

  // What is kept belongs to the tab, not to a screen that may be drawn anew.
  useEffect(() => rememberShown(board.address, board), [board]);
  return <BoardView {...board} />;
}
