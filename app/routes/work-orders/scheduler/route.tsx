import type { MetaFunction } from "@remix-run/cloudflare";
import { type ClientActionFunctionArgs, type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import type { FrameKind } from "~/components/app-shell/handle";
import { unreached } from "~/components/board/move-answer";
import { readOrKeep, rememberShown } from "~/components/board/shown-board";
import { schedulerScreen } from "~/domain/scheduling/scheduler.server";
import { DropForm, ReassignDay, ReassignmentChoice, UnscheduleForm } from "~/domain/scheduling/schema";
import { formatDate } from "~/domain/shared/date-format";
import { reassignDay, undoReassignment } from "~/domain/work-orders/reassign-day.server";
import { scheduleWorkOrder, unscheduleWorkOrder } from "~/domain/work-orders/schedule.server";
import { formActions, formCase } from "~/http/form-action";
import { pageLoader } from "~/http/page-loader";
import { owedLoads } from "~/lib/owed-loads";
import { SchedulerView } from "./scheduler-view";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `Scheduler, ${formatDate(data.date, true)}` : "Scheduler"} · Plenum` },
];

/** A day by its address takes the whole screen. */
export const handle = {
  frame: (data: unknown): FrameKind =>
    typeof data === "object" && data !== null && "fullScreen" in data && data.fullScreen ? "full-screen" : "wide",
};

/** `job` and `technician` in the address are what the browser shows of it: of no concern here. */
export const loader = pageLoader(async ({ ctx, params, url }) => {
  const view = url.searchParams.get("view") === "week" ? ("week" as const) : ("day" as const);
  const data = await schedulerScreen(ctx, { date: params.date ?? null, view });
  return { ...data, fullScreen: params.date !== undefined, address: addressOf(url), stale: false };
});

export function clientLoader({ request, serverLoader }: ClientLoaderFunctionArgs) {
  return readOrKeep(addressOf(new URL(request.url)), () => serverLoader<typeof loader>());
}

export const action = formActions({
  place: formCase(DropForm, async ({ ctx, input: { workOrderId, ...input } }) => ({
    placed: await scheduleWorkOrder(ctx, workOrderId, input),
  })),
  unplace: formCase(UnscheduleForm, async ({ ctx, input: { workOrderId, version } }) => ({
    unplaced: await unscheduleWorkOrder(ctx, workOrderId, { version }),
  })),
  rescue: formCase(ReassignDay, async ({ ctx, input }) => ({ rescued: await reassignDay(ctx, input) })),
  undoRescue: formCase(ReassignmentChoice, async ({ ctx, input }) => ({
    undone: await undoReassignment(ctx, input.rescueId),
  })),
});

/** A refused drop changed nothing, and a panel that opens or closes does not either. */
const loads = owedLoads(({ actionStatus = 200, formMethod, currentUrl, nextUrl }) => {
  if (formMethod && formMethod !== "GET") return actionStatus < 400;
  return currentUrl.href === nextUrl.href || addressOf(currentUrl) !== addressOf(nextUrl);
});
export const shouldRevalidate = loads.shouldRevalidate;

function addressOf({ pathname, searchParams }: URL): string {
  return searchParams.get("view") === "week" ? `${pathname}?view=week` : pathname;
}

/** A drop that does not get through must not cost the day: it is told, and can be made again. */
export async function clientAction({ serverAction }: ClientActionFunctionArgs) {
  try {
    return await serverAction<typeof action>();
  } catch (error) {
    if (error instanceof Response) throw error;
    return Response.json(unreached(error), { status: 503 });
  }
}

export default function Scheduler() {
  const data = useLoaderData<typeof loader>();
  loads.useArrived(data);

  // What is kept belongs to the tab, not to a screen that may be drawn anew.
  useEffect(() => rememberShown(data.address, data), [data]);
  return <SchedulerView data={data} />;
}
