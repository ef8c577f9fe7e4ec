import { allow, can } from "~/domain/shared/permissions";
import { truckCheckLine } from "~/domain/work-order-parts/truck";
import { truckSummary } from "~/domain/work-order-parts/truck-check.server";
import { pageLoader } from "~/http/page-loader";

/** Whether the truck of `technicianId`, or of the job's lead, has what the job needs. */
export const loader = pageLoader(async ({ ctx, url }) => {
  const me = allow(ctx, "work_orders.read");
  const technicianId = url.searchParams.get("technicianId") || null;
  if (!can(me, "inventory.read")) return Response.json({ line: null });
  return Response.json({
    line: truckCheckLine(await truckSummary(ctx, url.searchParams.get("job") ?? "", { technicianId })),
  });
});
