import { Link } from "@remix-run/react";
import { HealthBadge, WarrantyBadge } from "~/components/equipment/badges";
import { LastMeasured } from "~/components/equipment/last-measured";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { EQUIPMENT_TYPE_LABELS } from "~/domain/equipment/equipment";
import { paths } from "~/paths";
import { type DetailView, isOver, type UnitView } from "./view";

/** What the job is about: make, model, condition and what was measured the last time. */
export function Units({ of, zone }: { of: DetailView; zone: string }) {
  const { equipment, number, rights, status } = of;
  const mayChoose = rights.office && !isOver(status);
  if (equipment.length === 0 && !mayChoose) return null;
  const choose = mayChoose && (
    <Button variant="outline" asChild size="sm">
      <Link to={`${paths.editWorkOrder(number)}#work-order-equipmentIds`}>
        {equipment.length > 0 ? "Change" : "Choose units"}
      </Link>
    </Button>
  );
  return (
    <Section
      title="Equipment"
      description={equipment.length === 0 ? "No unit is named: its history begins where one is." : undefined}
      action={choose}
    >
      {equipment.length > 0 && (
        <ul className="list-frame divide-y divide-border">
          {equipment.map((unit) => (
            <li key={unit.id} className="flex flex-col gap-1.5 px-4 py-3">
              <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
                <TextLink to={paths.equipment(unit.id)}>{unit.equipmentName}</TextLink>
                <span className="text-muted-foreground">{madeOf(unit)}</span>
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

function madeOf({ manufacturer, modelNumber, equipmentType, location }: UnitView): string {
  const made = [manufacturer, modelNumber].filter(Boolean).join(" ") || EQUIPMENT_TYPE_LABELS[equipmentType];
  return [made, location].filter(Boolean).join(" · ");
}
