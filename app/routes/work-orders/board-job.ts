import { getZodConstraint } from "@conform-to/zod/v4";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { allowMember } from "~/domain/shared/permissions";
import { isOffice } from "~/domain/work-orders/access.server";
import { listAssignable, workOrderDetail } from "~/domain/work-orders/detail.server";
import { CancelForm, CloseForm, HoldForm, ReopenForm, ScheduleForm } from "~/domain/work-orders/schema";
import { pageLoader } from "~/http/page-loader";

/** The work order that a dialog over the board is about. */
export const loader = pageLoader(async ({ ctx, params }) => {
  const [workOrder, technicians] = await Promise.all([
    workOrderDetail(ctx, params.id ?? ""),
    isOffice(allowMember(ctx)) ? listAssignable(ctx) : [],
  ]);
  const constraints = {
    schedule: getZodConstraint(ScheduleForm),
    hold: getZodConstraint(HoldForm),
    cancel: getZodConstraint(CancelForm),
    reopen: getZodConstraint(ReopenForm),
    close: getZodConstraint(CloseForm),
  };
  return { workOrder, technicians, constraints };
});

/** A lost connection costs the dialog, not the board. */
export async function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  try {
    return await serverLoader<typeof loader>();
  } catch {
    return null;
  }
}
