import { type FormEvent, type InputHTMLAttributes, useId, useState } from "react";
import { UnitsFields } from "~/components/refrigerant/units-fields";
import { AssessmentView } from "~/components/refrigerant/verdict";
import { Button } from "~/components/ui/button";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { Select } from "~/components/ui/select";
import { Textarea } from "~/components/ui/textarea";
import { METERING_DEVICE_LABELS, METERING_DEVICES } from "~/domain/refrigerant/charge";
import { CYLINDER_KIND_LABELS } from "~/domain/refrigerant/cylinders/cylinder";
import { quantityOf, READING_LABELS, type ReadingField, type Typed } from "~/domain/refrigerant/reading-fields";
import { SATURATION_SOURCE } from "~/domain/refrigerant/saturation-table";
import { objectionText, readTyped } from "~/domain/refrigerant/typed-reading";
import { fieldIn, type GaugeUnits, unitLabel } from "~/domain/shared/gauge-units";
import type { DayCircuit, DayUnit, DayWorkOrder } from "~/domain/technician-app/day";
import { MutationForm } from "../mutation-form";
import { useTechnicianApp } from "../technician-app";

type ReadingFormProps = { workOrder: DayWorkOrder; unit: DayUnit; units: GaugeUnits; onClose: () => void };

const meterings = METERING_DEVICES.map((value) => ({ value, label: METERING_DEVICE_LABELS[value] }));
const MEASURED: readonly ReadingField[] = [
  ...(["suctionPsig", "suctionTempF", "liquidPsig", "liquidTempF"] as const),
  ...(["indoorWetBulbF", "outdoorDryBulbF", "targetSubcoolingF"] as const),
];
const WEIGHED: readonly ReadingField[] = ["addedLb", "recoveredLb"];

/** What gauges and probes show on a unit, and what it says of the charge while it is typed. */
export function ReadingForm({ workOrder, unit, units, onClose }: ReadingFormProps) {
  const circuits = unit.circuits ?? [];
  const [chosen, setChosen] = useState(circuits[0]?.id ?? "");
  const circuit = circuits.find(({ id }) => id === chosen);
  return (
    <div className="flex flex-col gap-4 rounded-md border-2 border-border bg-card p-4">
      <h3 className="font-semibold">{unit.name}</h3>
      {circuits.length > 1 && (
        <div className="grid gap-1.5">
          <Label htmlFor={`circuit-${unit.id}`}>Circuit</Label>
          <Select
            id={`circuit-${unit.id}`}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            choices={circuits.map(({ id, name, refrigerant }) => ({ value: id, label: `${name} · ${refrigerant}` }))}
          />
        </div>
      )}
      {/* What the last reading knew is the circuit's own: another one begins with its own. */}
      {circuit && <CircuitForm key={circuit.id} {...{ workOrder, circuit, units, onClose }} />}
    </div>
  );
}

type CircuitFormProps = { workOrder: DayWorkOrder; circuit: DayCircuit; units: GaugeUnits; onClose: () => void };

function CircuitForm({ workOrder, circuit, units, onClose }: CircuitFormProps) {
  const { maxLengths, day } = useTechnicianApp();
  const { id: serviceGroupId, name, refrigerant, last } = circuit;
  const cylinders = (day.cylinders ?? []).filter((cylinder) => cylinder.refrigerant === refrigerant);
  const defaults: Record<string, string> = {
    metering: last?.metering ?? "txv",
    targetSubcoolingF: fieldIn(units, "difference", last?.targetSubcoolingF),
    altitudeFeet: String(last?.altitudeFeet ?? workOrder.siteAltitudeFeet ?? 0),
  };
  const [typed, setTyped] = useState<Typed>(defaults);
  const { assessment, wrong, doubts } = readTyped(typed, { refrigerant, units });
  const id = useId();
  const onInput = ({ target }: FormEvent) => {
    const form = target instanceof Element ? target.closest("form") : null;
    if (form) setTyped(textsOf(new FormData(form)));
  };
  return (
    <MutationForm
      workOrder={workOrder}
      intent="recordReading"
      fields={{ serviceGroupId, refrigerant, isConfirmed: doubts.length > 0 ? "true" : "" }}
      refusal={(form) => refusalOf(textsOf(form), { refrigerant, units })}
      doubt={(form) => doubtOf(textsOf(form), { refrigerant, units })}
      className="flex flex-col gap-4"
      onSaved={onClose}
    >
      <UnitsFields units={units} />
      <p className="text-muted-foreground">
        {name} · {refrigerant}
      </p>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4" onInput={onInput}>
        {MEASURED.map((field) => (
          <Figure
            key={field}
            name={field}
            label={READING_LABELS[field]}
            unit={unitLabel(quantityOf(field), units)}
            defaultValue={defaults[field]}
          />
        ))}
        <Figure
          name="altitudeFeet"
          label="Altitude"
          unit="ft"
          inputMode="numeric"
          defaultValue={defaults.altitudeFeet}
        />
        <div className="grid content-end gap-1.5">
          <Label htmlFor={`${id}-metering`}>Metering device</Label>
          <Select id={`${id}-metering`} name="metering" defaultValue={defaults.metering} choices={meterings} />
        </div>
      </div>
      <section aria-label="What the readings say" aria-live="polite" className="flex flex-col gap-3">
        <AssessmentView assessment={assessment} units={units} />
        <Objections objections={wrong} className="text-bad" />
        <Objections objections={doubts} className="text-warn" />
      </section>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4" onInput={onInput}>
        {WEIGHED.map((field) => (
          <Figure key={field} name={field} label={READING_LABELS[field]} unit={unitLabel(quantityOf(field), units)} />
        ))}
        {cylinders.length > 0 && (
          <div className="grid content-end gap-1.5">
            <Label htmlFor={`${id}-cylinder-id`}>Cylinder</Label>
            <Select
              id={`${id}-cylinder-id`}
              name="cylinderId"
              choices={cylinders.map(({ id: value, number, kind }) => ({
                value,
                label: `${number} · ${CYLINDER_KIND_LABELS[kind]}`,
              }))}
              placeholder="Another one"
            />
          </div>
        )}
        <div className="grid content-end gap-1.5">
          <Label htmlFor={`${id}-cylinder`}>{cylinders.length > 0 ? "Other cylinder" : "Cylinder"}</Label>
          <Input id={`${id}-cylinder`} name="cylinder" maxLength={maxLengths.cylinder} autoComplete="off" />
        </div>
      </div>
      <label className="flex min-h-12 items-center gap-3">
        <input type="checkbox" name="isDisposal" value="true" className="check" />
        Recovered for disposal
      </label>
      <div className="grid gap-1.5">
        <Label htmlFor={`${id}-notes`}>Notes</Label>
        <Textarea id={`${id}-notes`} name="notes" rows={2} maxLength={maxLengths.readingNotes} />
      </div>
      <p className="text-muted-foreground text-sm">
        Saturation temperatures: {SATURATION_SOURCE}. A manufacturer’s chart may differ by up to 3 psi for blends.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" type="submit" size="lg" className="flex-1 border-2">
          Save readings
        </Button>
        <Button variant="ghost" size="lg" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </MutationForm>
  );
}

type FigureProps = { name: string; label: string; unit: string } & InputHTMLAttributes<HTMLInputElement>;

function Figure({ name, label, unit, ...rest }: FigureProps) {
  const id = useId();
  return (
    <div className="grid content-end gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <span className="relative block">
        <Input
          id={id}
          name={name}
          inputMode="decimal"
          autoComplete="off"
          className="pr-14 text-right tabular"
          {...rest}
        />
        <span className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-subtle-foreground">
          {unit}
        </span>
      </span>
    </div>
  );
}

type Objected = ReturnType<typeof readTyped>["wrong"];

function Objections({ objections, className }: { objections: Objected; className: string }) {
  if (objections.length === 0) return null;
  return (
    <ul className={className}>
      {objections.map((objection) => (
        <li key={objection.field + objection.text}>{objectionText(objection)}</li>
      ))}
    </ul>
  );
}

type ReadWith = Parameters<typeof readTyped>[1];

/** What the server would refuse, said before it is queued. */
function refusalOf(typed: Typed, circuit: ReadWith): string | null {
  const { measured, wrong } = readTyped(typed, circuit);
  if (wrong.length > 0) return wrong.map(objectionText).join(". ");
  if (typed.isDisposal === "true" && measured.recoveredLb === null) return "Enter what was recovered.";
  return [...MEASURED, ...WEIGHED].every((field) => field === "targetSubcoolingF" || measured[field] === null)
    ? "Enter at least one reading."
    : null;
}

function doubtOf(typed: Typed, circuit: ReadWith): string | null {
  const { doubts } = readTyped(typed, circuit);
  return doubts.length > 0 ? `${doubts.map(objectionText).join(". ")}. Are the readings right?` : null;
}

function textsOf(form: FormData): Record<string, string> {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])));
}
