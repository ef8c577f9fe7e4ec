import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { EquipmentTable } from "~/components/equipment/equipment-table";
import { shownUnit } from "~/components/equipment/shown-unit";
import { EmptyState } from "~/components/feedback/empty-state";
import { AirVent } from "~/components/ui/icons";
import { healthDashboard } from "~/domain/equipment/list.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { Fleet } from "./fleet";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const meta: MetaFunction = () => [{ title: "Equipment health · Plenum" }];

export const loader = pageLoader(async ({ ctx }) => {
  const fleet = await healthDashboard(ctx);
  const worst = fleet.worst.map((unit) => ({ ...shownUnit(unit), needsAttention: unit.needsAttention }));
  return { ...fleet, worst };
});

export default function EquipmentHealth() {
  const fleet = useLoaderData<typeof loader>();
  return (
    <>
      <Fleet fleet={fleet} />
      <h2 className="pb-3 font-semibold">Needs attention</h2>
      <EquipmentTable
        rows={fleet.worst}
        href={(unit) => paths.equipment(unit.id)}
        reasons
        empty={
          <EmptyState icon={AirVent} title="Nothing needs attention">
            No alerts, no maintenance due, no warranty about to expire, and every health score is 70 or higher.
          </EmptyState>
        }
      />
    </>
  );
}
