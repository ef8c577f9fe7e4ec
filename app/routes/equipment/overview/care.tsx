import { Link } from "@remix-run/react";
import { CivilDateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Plus } from "~/components/ui/icons";
import { CHARGE_BASIS_LABELS, type ChargeBasis, poundsText } from "~/domain/equipment/equipment";
import {
  PLAN_BASIS_LABELS,
  PLAN_UNIT_LABELS,
  type PlanBasis,
  type PlanUnit,
} from "~/domain/equipment/maintenance-plans";

type PlansProps = {
  plans: readonly {
    id: string;
    title: string;
    active: boolean;
    every: number;
    unit: PlanUnit;
    basis: PlanBasis;
    serviceType: string | null;
    nextDue: string | null;
    bookingProblem: string | null;
  }[];
  mayWrite: boolean;
  to: { newPlan: string; endPlan: (planId: string) => string };
};

/** "every year", "every 6 months" */
function everyText({ every, unit }: { every: number; unit: PlanUnit }): string {
  return every === 1 ? `every ${unit}` : `every ${every} ${PLAN_UNIT_LABELS[unit].toLowerCase()}`;
}

/** Maintenance plans; each creates its own work orders. */
export function Plans({ plans, mayWrite, to }: PlansProps) {
  return (
    <Section
      title="Maintenance plans"
      description="Work orders are created ahead of each due date."
      action={mayWrite && <AddLink to={to.newPlan}>Add plan</AddLink>}
    >
      {plans.length === 0 && <p className="text-muted-foreground">No maintenance plan yet</p>}
      {plans.length > 0 && (
        <ul className="list-frame divide-y divide-border">
          {plans.map((plan) => (
            <li key={plan.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2.5">
              <span className="min-w-40 flex-1">
                <span className="font-medium">{plan.title}</span>
                <span className="block text-muted-foreground text-sm">
                  {plan.active ? `${everyText(plan)}, ${PLAN_BASIS_LABELS[plan.basis].toLowerCase()}` : "Ended"}
                  {plan.serviceType && ` · ${plan.serviceType}`}
                </span>
                {plan.active && plan.bookingProblem && (
                  <span className="block text-bad text-sm">Work order not created: {plan.bookingProblem}</span>
                )}
              </span>
              {plan.nextDue && (
                <span className="text-muted-foreground">
                  Next <CivilDateText date={plan.nextDue} year />
                </span>
              )}
              {plan.active && mayWrite && (
                <Button asChild variant="outline" size="sm">
                  <Link to={to.endPlan(plan.id)} preventScrollReset aria-label={`End ${plan.title}`}>
                    End plan
                  </Link>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

type CircuitsProps = {
  circuits: readonly {
    id: string;
    name: string;
    refrigerant: string;
    chargeMilliLb: number | null;
    chargeBasis: ChargeBasis | null;
  }[];
  mayWrite: boolean;
  to: { newCircuit: string; editCircuit: (circuitId: string) => string };
};

/** Refrigerant circuits with their charge. */
export function Circuits({ circuits, mayWrite, to }: CircuitsProps) {
  return (
    <Section
      title="Refrigerant circuits"
      description="Readings and refrigerant added are recorded per circuit."
      action={mayWrite && <AddLink to={to.newCircuit}>Add circuit</AddLink>}
    >
      {circuits.length === 0 && <p className="text-muted-foreground">No circuits</p>}
      {circuits.length > 0 && (
        <ul className="list-frame divide-y divide-border">
          {circuits.map(({ id, name, refrigerant, chargeMilliLb, chargeBasis }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 px-4 py-2.5">
              <span className="min-w-32 flex-1 font-medium">{name}</span>
              <span>{refrigerant}</span>
              <span className="text-muted-foreground tabular">
                {chargeMilliLb === null || chargeBasis === null
                  ? "Charge unknown"
                  : `${poundsText(chargeMilliLb)}, ${CHARGE_BASIS_LABELS[chargeBasis].toLowerCase()}`}
              </span>
              {mayWrite && (
                <Button asChild variant="outline" size="sm">
                  <Link to={to.editCircuit(id)} preventScrollReset aria-label={`Edit ${name}`}>
                    Edit
                  </Link>
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function AddLink({ to, children }: { to: string; children: string }) {
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={to} preventScrollReset>
        <Plus />
        {children}
      </Link>
    </Button>
  );
}
