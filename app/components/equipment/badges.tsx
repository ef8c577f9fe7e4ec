import { StatusBadge } from "~/components/status-badge";
import {
  Activity,
  Archive,
  CalendarClock,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  ShieldCheck,
  Wrench,
} from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import {
  EQUIPMENT_STATUS_LABELS,
  type EquipmentStatus,
  type HealthColor,
  healthColor,
  type Maintenance,
  maintenanceStatus,
  type Warranty,
  warrantyStatus,
} from "~/domain/equipment/equipment";

const statuses = {
  active: ["ok", CircleCheck],
  needs_repair: ["heat", Wrench],
  out_of_service: ["bad", CircleAlert],
  retired: ["neutral", Archive],
} as const;

export function EquipmentStatusBadge({ status }: { status: EquipmentStatus }) {
  const [tone, icon] = statuses[status];
  return <StatusBadge label={EQUIPMENT_STATUS_LABELS[status]} tone={tone} icon={icon} />;
}

export const healthTones: Record<HealthColor, Tone> = {
  green: "ok",
  yellow: "warn",
  orange: "heat",
  red: "bad",
  unknown: "neutral",
};

export function HealthBadge({ healthScore }: { healthScore: number | null }) {
  if (healthScore === null) return <StatusBadge label="Unknown" tone="neutral" icon={CircleHelp} />;
  return <StatusBadge label={`Health ${healthScore}`} tone={healthTones[healthColor(healthScore)]} icon={Activity} />;
}

/** "Expires in 12 days", "Under warranty", "Expired", "Not known". */
export function WarrantyBadge(warranty: Warranty) {
  const days = warranty.warrantyDaysRemaining;
  if (!warranty.isUnderWarranty && days === null) return <span className="text-subtle-foreground">Not known</span>;
  switch (warrantyStatus(warranty)) {
    case "expired":
      return <StatusBadge label="Expired" tone="neutral" icon={ShieldCheck} />;
    case "expiring":
      return (
        <StatusBadge label={`Expires in ${days === 1 ? "1 day" : `${days} days`}`} tone="warn" icon={ShieldCheck} />
      );
    case "active":
      return <StatusBadge label="Under warranty" tone="ok" icon={ShieldCheck} />;
  }
}

/** "3 days overdue", "Due today", "Due in 5 days", "Up to date"; null if nothing is planned. */
export function MaintenanceBadge(maintenance: Maintenance) {
  const status = maintenanceStatus(maintenance);
  const days = Math.abs(maintenance.daysUntilNextMaintenance ?? 0);
  const counted = days === 1 ? "1 day" : `${days} days`;
  switch (status) {
    case null:
      return <span className="text-subtle-foreground">Not planned</span>;
    case "overdue":
      return <StatusBadge label={`${counted} overdue`} tone="bad" icon={CalendarClock} />;
    case "due_soon":
      return <StatusBadge label={days === 0 ? "Due today" : `Due in ${counted}`} tone="warn" icon={CalendarClock} />;
    case "up_to_date":
      return <StatusBadge label="Up to date" tone="ok" icon={CalendarClock} />;
  }
}
