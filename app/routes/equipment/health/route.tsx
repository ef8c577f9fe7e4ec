import type { MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { healthTones } from "~/components/equipment/badges";
import { EquipmentTable } from "~/components/equipment/equipment-table";
import { shownUnit } from "~/components/equipment/shown-unit";
import { EmptyState } from "~/components/feedback/empty-state";
import { Stat } from "~/components/stat";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { AirVent } from "~/components/ui/icons";
import type { HealthColor } from "~/domain/equipment/equipment";
import { healthDashboard } from "~/domain/equipment/list.server";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";

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
      {fleet.isPartial && (
        <p className="pb-4 text-muted-foreground">
          Only the {fleet.total.toLocaleString("en-US")} pieces of equipment added last are counted.
        </p>
      )}
      <h2 className="pb-3 font-semibold">Needs attention</h2>
      {fleet.needsAttention > fleet.worst.length && (
        <p className="pb-3 text-muted-foreground">
          The {fleet.worst.length} in the worst health of {fleet.needsAttention.toLocaleString("en-US")} are listed.
        </p>
      )}
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

type FleetProps = {
  fleet: {
    total: number;
    averageHealthScore: number | null;
    byColor: readonly { color: HealthColor; count: number }[];
    overdue: number;
    warrantyExpiring: number;
    criticalAlerts: number;
  };
};

const HEALTH_RANGES: Record<HealthColor, string> = {
  green: "85 and above",
  yellow: "70 to 84",
  orange: "50 to 69",
  red: "Below 50",
  unknown: "Unknown",
};

/** Figures for all equipment: average health, its distribution, and what is urgent. */
function Fleet({ fleet }: FleetProps) {
  const { averageHealthScore: mean, byColor } = fleet;
  return (
    <div className="flex flex-col gap-4 pb-6">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {mean === null ? (
          <Card className="p-4 text-muted-foreground">Average health is unknown</Card>
        ) : (
          <Stat label="Average health" value={mean} unit="/ 100" />
        )}
        <Stat label="Maintenance overdue" value={fleet.overdue} />
        <Stat label="Warranties expiring" value={fleet.warrantyExpiring} />
        <Stat label="With critical alerts" value={fleet.criticalAlerts} />
      </div>
      <ul className="flex flex-wrap gap-x-5 gap-y-2" aria-label="Equipment by health">
        {byColor.map(({ color, count }) => (
          <li key={color} className="flex items-center gap-2 text-muted-foreground">
            <Badge tone={healthTones[color]}>{count}</Badge>
            {HEALTH_RANGES[color]}
          </li>
        ))}
      </ul>
    </div>
  );
}
