import { type MetaFunction, redirect } from "@remix-run/cloudflare";
import { Outlet, useLoaderData } from "@remix-run/react";
import type { ShellHandle } from "~/components/app-shell/handle";
import { currentWorkOrder, findWorkOrder } from "~/domain/technician-app/day";
import { technicianDay } from "~/domain/technician-app/day.server";
import { parseWorkOrderRef } from "~/domain/work-order-basics/number";
import { workOrderNotFound } from "~/domain/work-orders/load.server";
import { memberLoader } from "~/http/page-loader";
import { shellPaths } from "~/shell-paths";
import { maxLengths } from "./limits.server";
import { TechnicianAppProvider, useOpenTechnicianApp } from "./technician-app";

export { ErrorPage as ErrorBoundary } from "~/components/feedback/error-page";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction<typeof loader> = ({ data, params }) => {
  const workOrder = findWorkOrder(data?.day.workOrders ?? [], params.id ?? "");
  return [{ title: `${workOrder ? `${workOrder.reference} ${workOrder.title}` : "Today’s jobs"} · Plenum` }];
};

export const handle: ShellHandle = { frame: "canvas", roomy: true, outdoor: true };

/**
 * `:id` is a number, an id or `today`. A technician who opens someone else's work order is redirected to their own: the
 * job in progress, otherwise the next one, otherwise the list.
 */
export const loader = memberLoader(async ({ ctx, params, url }) => {
  const ref = params.id ?? "";
  const linked = url.searchParams.get("job");
  if (ref === "today" && linked && parseWorkOrderRef(linked)) throw redirect(shellPaths.technicianWorkOrder(linked));
  if (ref !== "today" && !parseWorkOrderRef(ref)) throw workOrderNotFound();
  const day = await technicianDay(ctx, ref === "today" ? null : ref);
  const workOrder = findWorkOrder(day.workOrders, ref);
  if (ref !== "today" && !workOrder?.roles.length) {
    if (day.isTechnician)
      throw redirect(shellPaths.technicianWorkOrder(currentWorkOrder(day.workOrders)?.number ?? "today"));
    if (!workOrder) throw workOrderNotFound();
  }
  return { day, formKey: ctx.newId(), maxLengths };
});

export default function TechnicianAppLayout() {
  const { day, ...page } = useLoaderData<typeof loader>();
  const app = useOpenTechnicianApp(day, page);
  return (
    <TechnicianAppProvider value={app}>
      <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-6 px-gutter pt-4 text-base">
        <Outlet />
      </div>
    </TechnicianAppProvider>
  );
}
