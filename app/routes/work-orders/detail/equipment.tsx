import { Link } from "@remix-run/react";
import { HealthBadge, WarrantyBadge } from "~/components/equipment/badges";
import { LastMeasured } from "~/components/equipment/last-measured";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { EQUIPMENT_TYPE_LABELS, hasRefrigerant } from "~/domain/equipment/equipment";
import { isOver } from "~/domain/work-order-basics/status";
import type { WorkOrderHeader, WorkOrderOverview } from "~/domain/work-orders/detail.server";
import { paths } from "~/paths";

type EquipmentProps = { workOrder: WorkOrderHeader; equipment: WorkOrderOverview["equipment"]; zone: string };

/** The job's equipment: make, model, condition and latest measurements. */
export function Equipment({ workOrder, equipment, zone }: EquipmentProps) {
  const { number, rights, status } = workOrder;
  const isClosed = status === "closed" || status === "cancelled";
  const mayChoose = rights.office && !isOver(status);
  if (equipment.length === 0 && !mayChoose) return null;
  const choose = mayChoose && (
    <Button variant="outline" asChild size="sm">
      <Link to={`${paths.editWorkOrder(number)}#work-order-equipmentIds`}>
        {equipment.length > 0 ? "Change" : "Add equipment"}
      </Link>
    </Button>
  );
  return (
    <Section
      title="Equipment"
      description={equipment.length === 0 ? "No equipment linked yet" : undefined}
      action={choose}
    >
      {equipment.length > 0 && (
        <ul className="list-frame divide-y divide-border">
          {equipment.map((unit) => (
            <li key={unit.id} className="flex flex-col gap-1.5 px-4 py-3">
              <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                <TextLink to={paths.equipment(unit.id)}>{unit.equipmentName}</TextLink>
                <span className="text-muted-foreground">{madeOf(unit)}</span>
                {rights.onWorkOrder && !isClosed && hasRefrigerant(unit.equipmentType) && (
                  <TextLink to={paths.newReading(number, unit.id)} className="ml-auto" preventScrollReset>
                    Add readings
                  </TextLink>
                )}
              </div>
              <p className="flex flex-wrap gap-x-6 gap-y-1 text-muted-foreground">
                <span>
                  {unit.healthScore === null && "Health: "}
                  <HealthBadge {...unit} />
                </span>
                <span>
                  Warranty: <WarrantyBadge {...unit} />
                </span>
              </p>
              {unit.criticalAlerts.map((alert) => (
                <p key={alert} className="font-medium text-bad text-sm">
                  {alert}
                </p>
              ))}
              <LastMeasured measured={unit.measured} zone={zone} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function madeOf({
  manufacturer,
  modelNumber,
  equipmentType,
  location,
}: WorkOrderOverview["equipment"][number]): string {
  const made = [manufacturer, modelNumber].filter(Boolean).join(" ") || EQUIPMENT_TYPE_LABELS[equipmentType];
  return [made, location].filter(Boolean).join(" · ");
}
