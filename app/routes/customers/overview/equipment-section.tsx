import { Link } from "@remix-run/react";
import { EquipmentStatusBadge, HealthBadge, MaintenanceBadge } from "~/components/equipment/badges";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Plus } from "~/components/ui/icons";
import type { UnitCondition } from "~/domain/equipment/condition";
import { EQUIPMENT_TYPE_LABELS, type EquipmentStatus, type EquipmentType } from "~/domain/equipment/equipment";
import { paths } from "~/paths";

type CustomerUnit = UnitCondition & {
  id: string;
  equipmentName: string;
  equipmentType: EquipmentType;
  status: EquipmentStatus;
  manufacturer: string | null;
  modelNumber: string | null;
};

type EquipmentSectionProps = {
  customerNumber: number;
  items: readonly CustomerUnit[];
  /** There is more equipment than shown. */
  more: boolean;
  mayWrite: boolean;
};

/** Equipment at the customer's sites. */
export function EquipmentSection({ customerNumber, items, more, mayWrite }: EquipmentSectionProps) {
  const add = mayWrite && (
    <Button variant="outline" asChild size="sm">
      <Link to={paths.newCustomerEquipment(customerNumber)}>
        <Plus />
        Add equipment
      </Link>
    </Button>
  );
  return (
    <Section title="Equipment" action={add}>
      <Card>
        {items.length === 0 && (
          <p className="p-4 text-muted-foreground">
            No equipment yet. Add it with its install date to track health and warranty.
          </p>
        )}
        <ul className="divide-y divide-border">
          {items.map((unit) => (
            <li key={unit.id}>
              <Link
                to={paths.customerEquipmentItem(customerNumber, unit.id)}
                className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-muted"
              >
                <span className="min-w-40 flex-1">
                  {unit.equipmentName}
                  <span className="block text-muted-foreground text-sm">
                    {[unit.manufacturer, unit.modelNumber].filter(Boolean).join(" ") ||
                      EQUIPMENT_TYPE_LABELS[unit.equipmentType]}
                  </span>
                </span>
                {unit.status === "active" ? <MaintenanceBadge {...unit} /> : <EquipmentStatusBadge {...unit} />}
                <span className="sm:w-30">
                  <HealthBadge {...unit} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
        {more && (
          <p className="border-border border-t px-4 py-3 text-right">
            <Button variant="outline" asChild size="sm">
              <Link to={paths.customerEquipment(customerNumber)}>All equipment</Link>
            </Button>
          </p>
        )}
      </Card>
    </Section>
  );
}
