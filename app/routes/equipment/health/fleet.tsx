import { healthTones } from "~/components/equipment/badges";
import { Stat } from "~/components/stat";
import { Badge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import type { HealthColor } from "~/domain/equipment/equipment";

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

const words: Record<HealthColor, string> = {
  green: "85 and above",
  yellow: "70 to 84",
  orange: "50 to 69",
  red: "Below 50",
  unknown: "Unknown",
};

/** Figures for all equipment: average health, its distribution, and what is urgent. */
export function Fleet({ fleet }: FleetProps) {
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
            {words[color]}
          </li>
        ))}
      </ul>
    </div>
  );
}
