import { useState } from "react";
import { VerdictBadge } from "~/components/refrigerant/verdict";
import { Button } from "~/components/ui/button";
import { assess } from "~/domain/refrigerant/charge";
import { circuitOf } from "~/domain/refrigerant/reading";
import { degreesText, TRADE_UNITS, weightText } from "~/domain/refrigerant/units";
import type { GaugeUnits } from "~/domain/shared/gauge-units";
import { formatTime } from "~/domain/shared/time/date-format";
import type { DayReading, DayUnit, DayWorkOrder } from "~/domain/technician-app/day";
import { paths } from "~/paths";
import { SyncState } from "~/routes/technician-app/outbox-bar";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";
import { Section } from "./evidence";
import { ReadingForm, readingDraft } from "./reading-form";

/** Readings of the refrigerant circuits of the job's units, with forms for adding more. */
export function Readings({ workOrder }: { workOrder: DayWorkOrder }) {
  const { day } = useTechnicianApp();
  const units = day.gaugeUnits ?? TRADE_UNITS;
  const readings = workOrder.readings ?? [];
  const canAdd = workOrder.roles.length > 0 && workOrder.status !== "closed" && workOrder.status !== "cancelled";
  const measurable = workOrder.units.filter((unit) => unit.isLinked && (unit.circuits ?? []).length > 0);
  return (
    <Section id="readings" title="Readings" aside={readings.length > 0 ? String(readings.length) : undefined}>
      {readings.length > 0 && (
        <ul className="flex flex-col divide-y-2 divide-border rounded-md border-2 border-border bg-card">
          {readings.map((reading) => (
            <ReadingItem key={reading.id} reading={reading} workOrder={workOrder} units={units} />
          ))}
        </ul>
      )}
      {canAdd &&
        measurable.map((unit) => <AddReadings key={unit.id} workOrder={workOrder} unit={unit} units={units} />)}
    </Section>
  );
}

type AddProps = { workOrder: DayWorkOrder; unit: DayUnit; units: GaugeUnits };

/** Before the device is open, this links to the office's form. */
function AddReadings({ workOrder, unit, units }: AddProps) {
  const { day, isOpen } = useTechnicianApp();
  const [isAdding, setIsAdding] = useState<boolean | null>(null);
  const label = `Add readings: ${unit.name}`;
  if (!isOpen) {
    return (
      <Button asChild variant="outline" size="lg" className="border-2">
        <a href={paths.newReading(workOrder.number, unit.id)}>{label}</a>
      </Button>
    );
  }
  const hasDraft = () =>
    (unit.circuits ?? []).some(({ id }) => readingDraft(day.userId, workOrder, id).read(units) !== null);
  if (!(isAdding ?? hasDraft())) {
    return (
      <Button variant="outline" size="lg" className="border-2" onClick={() => setIsAdding(true)}>
        {label}
      </Button>
    );
  }
  return <ReadingForm workOrder={workOrder} unit={unit} units={units} onClose={() => setIsAdding(false)} />;
}

type ItemProps = { reading: DayReading; workOrder: DayWorkOrder; units: GaugeUnits };

function ReadingItem({ reading, workOrder, units }: ItemProps) {
  const { superheat, subcooling, verdict } = assess(circuitOf(reading, reading), reading, units);
  const unit = workOrder.units.find(({ circuits }) => circuits?.some(({ id }) => id === reading.serviceGroupId));
  const circuit = unit?.circuits?.find(({ id }) => id === reading.serviceGroupId);
  const name = [unit?.name, circuit?.name, reading.refrigerant].filter(Boolean).join(" · ");
  return (
    <li className="flex flex-col gap-1 p-4">
      <p className="flex justify-between gap-3">
        <span className="min-w-0 break-words">
          {name}, {formatTime(reading.takenAt, workOrder.timeZone)}
        </span>
        <SyncState id={reading.id} className="shrink-0 text-sm" />
      </p>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <span>
          Superheat <span className="font-medium tabular">{degreesText(units, "difference", superheat?.value)}</span>
        </span>
        <span>
          Subcooling <span className="font-medium tabular">{degreesText(units, "difference", subcooling?.value)}</span>
        </span>
        <VerdictBadge verdict={verdict} />
        {reading.addedLb !== null && <span>Added {weightText(units, reading.addedLb * 1000)}</span>}
        {reading.recoveredLb !== null && <span>Recovered {weightText(units, reading.recoveredLb * 1000)}</span>}
      </p>
    </li>
  );
}
