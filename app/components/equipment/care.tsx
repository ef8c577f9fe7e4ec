import { CivilDateText } from "~/components/date-text";
import { Section } from "~/components/section";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Select } from "~/components/ui/select";
import { ErrorLine } from "~/components/work-orders/detail/error-line";
import { useStay } from "~/components/work-orders/detail/use-stay";
import { CHARGE_BASES, CHARGE_BASIS_LABELS, poundsText, REFRIGERANTS } from "~/domain/equipment/circuits";
import type { EquipmentDetail } from "~/domain/equipment/detail.server";
import { PLAN_BASES, PLAN_BASIS_LABELS, PLAN_UNITS, type PlanUnit } from "~/domain/equipment/maintenance-plans";

type CareProps = { unit: EquipmentDetail; formKey: string };

const unitWords: Record<PlanUnit, [string, string]> = {
  week: ["week", "weeks"],
  month: ["month", "months"],
  year: ["year", "years"],
};

/** "every year", "every 6 months" */
function everyText({ every, unit }: { every: number; unit: PlanUnit }): string {
  const [one, more] = unitWords[unit];
  return every === 1 ? `every ${one}` : `every ${every} ${more}`;
}

/** Plans by which the unit is looked after; each makes its own work orders. */
export function Plans({ unit, formKey }: CareProps) {
  const { plans, rights } = unit;
  return (
    <Section title="Maintenance plans" description="Each makes its work orders ahead of time, one a date.">
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
              </span>
              {plan.nextDue && (
                <span className="text-muted-foreground">
                  Next <CivilDateText date={plan.nextDue} year />
                </span>
              )}
              {plan.active && rights.write && <EndPlan planId={plan.id} title={plan.title} />}
            </li>
          ))}
        </ul>
      )}
      {plans.length === 0 && <p className="text-muted-foreground">No plan yet: nobody is reminded.</p>}
      {rights.write && <NewPlan unit={unit} formKey={formKey} />}
    </Section>
  );
}

function EndPlan({ planId, title }: { planId: string; title: string }) {
  const { fetcher, busy, error, sessionEnded } = useStay();
  return (
    <fetcher.Form method="post">
      <input type="hidden" name="planId" value={planId} />
      <Button
        variant="outline"
        type="submit"
        name="intent"
        value="endPlan"
        size="sm"
        loading={busy}
        aria-label={`End ${title}`}
      >
        End
      </Button>
      <ErrorLine>{error}</ErrorLine>
      {sessionEnded}
    </fetcher.Form>
  );
}

function NewPlan({ unit, formKey }: CareProps) {
  const { fetcher, form, busy, error, sessionEnded } = useStay();
  return (
    <details>
      <summary className="w-fit cursor-pointer text-link touch:py-3">Add a plan</summary>
      <fetcher.Form ref={form} method="post" className="mt-3 grid gap-3 sm:grid-cols-2">
        <input type="hidden" name="intent" value="addPlan" />
        <input type="hidden" name="idempotencyKey" value={`${formKey}-plan-${unit.plans.length}`} />
        <Labelled text="What is to be done">
          <Input name="title" required maxLength={200} defaultValue="Yearly maintenance" />
        </Labelled>
        <Labelled text="Service type">
          <Select name="serviceTypeId" choices={unit.serviceTypes} placeholder="None of these" />
        </Labelled>
        <Labelled text="First on">
          <Input name="startsOn" type="date" required defaultValue={unit.nextMaintenanceDate ?? unit.today} />
        </Labelled>
        <div className="grid grid-cols-2 gap-3">
          <Labelled text="Every">
            <Input name="every" type="number" min={1} max={120} required defaultValue={1} />
          </Labelled>
          <Labelled text="Unit">
            <Select
              name="unit"
              defaultValue="year"
              choices={PLAN_UNITS.map((one) => ({ value: one, label: unitWords[one][1] }))}
            />
          </Labelled>
        </div>
        <Labelled text="Next date counts">
          <Select name="basis" choices={PLAN_BASES.map((one) => ({ value: one, label: PLAN_BASIS_LABELS[one] }))} />
        </Labelled>
        <Labelled text="Work order made, days ahead">
          <Input name="leadDays" type="number" min={0} max={120} required defaultValue={30} />
        </Labelled>
        <div className="flex items-center gap-3 sm:col-span-2">
          <Button variant="outline" type="submit" loading={busy}>
            Add plan
          </Button>
          <ErrorLine>{error}</ErrorLine>
        </div>
      </fetcher.Form>
      {sessionEnded}
    </details>
  );
}

/** Refrigerant circuits with their charge. */
export function Circuits({ unit, formKey }: CareProps) {
  const { fetcher, form, busy, error, sessionEnded } = useStay();
  const { circuits, rights } = unit;
  return (
    <Section title="Refrigerant circuits" description="What readings and additions are written down for.">
      {circuits.length > 0 && (
        <ul className="list-frame divide-y divide-border">
          {circuits.map(({ id, name, refrigerant, chargeMilliLb, chargeBasis }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-4 px-4 py-2.5">
              <span className="min-w-32 flex-1 font-medium">{name}</span>
              <span>{refrigerant}</span>
              <span className="text-muted-foreground tabular">
                {chargeMilliLb === null || chargeBasis === null
                  ? "Charge not known"
                  : `${poundsText(chargeMilliLb)}, ${CHARGE_BASIS_LABELS[chargeBasis].toLowerCase()}`}
              </span>
            </li>
          ))}
        </ul>
      )}
      {circuits.length === 0 && <p className="text-muted-foreground">None.</p>}
      {rights.write && (
        <details>
          <summary className="w-fit cursor-pointer text-link touch:py-3">Add a circuit</summary>
          <fetcher.Form ref={form} method="post" className="mt-3 grid gap-3 sm:grid-cols-2">
            <input type="hidden" name="intent" value="addCircuit" />
            <input type="hidden" name="idempotencyKey" value={`${formKey}-circuit-${circuits.length}`} />
            <Labelled text="Name">
              <Input name="name" required maxLength={120} defaultValue={`Circuit ${circuits.length + 1}`} />
            </Labelled>
            <Labelled text="Refrigerant">
              <Select name="refrigerant" choices={REFRIGERANTS.map((value) => ({ value, label: value }))} />
            </Labelled>
            <Labelled text="Full charge, lb">
              <Input name="chargeLb" type="number" step="0.001" min={0.001} />
            </Labelled>
            <Labelled text="Known by">
              <Select
                name="chargeBasis"
                placeholder="Not known"
                choices={CHARGE_BASES.map((value) => ({ value, label: CHARGE_BASIS_LABELS[value] }))}
              />
            </Labelled>
            <div className="flex items-center gap-3 sm:col-span-2">
              <Button variant="outline" type="submit" loading={busy}>
                Add circuit
              </Button>
              <ErrorLine>{error}</ErrorLine>
            </div>
          </fetcher.Form>
        </details>
      )}
      {sessionEnded}
    </Section>
  );
}

function Labelled({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
    <label className="flex flex-col gap-1.5">
      <span className="font-medium text-sm">{text}</span>
      {children}
    </label>
  );
}
