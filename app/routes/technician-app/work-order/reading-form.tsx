import { type FormEvent, type InputHTMLAttributes, useId, useState } from "react";
import { UnitsFields } from "~/components/refrigerant/units-fields";
import { AssessmentView } from "~/components/refrigerant/verdict";
import { Button } from "~/components/ui/button";
import { Checkbox } from "~/components/ui/checkbox";
import { CircleCheck } from "~/components/ui/icons";
import { Input } from "~/components/ui/input";
import { Label } from "~/components/ui/label";
import { NativeSelect } from "~/components/ui/native-select";
import { Textarea } from "~/components/ui/textarea";
import { METERING_DEVICE_LABELS, METERING_DEVICES } from "~/domain/refrigerant/charge";
import { CYLINDER_KIND_LABELS } from "~/domain/refrigerant/cylinders/cylinder";
import {
  quantityOf,
  READING_LABELS,
  type ReadingField,
  type Typed,
  unitsTyped,
} from "~/domain/refrigerant/reading-fields";
import { SATURATION_SOURCE } from "~/domain/refrigerant/saturation-table";
import { objectionText, readTyped } from "~/domain/refrigerant/typed-reading";
import { fieldIn, unitLabel } from "~/domain/refrigerant/units";
import { choicesOf } from "~/domain/shared/choices";
import type { GaugeUnits } from "~/domain/shared/gauge-units";
import type { DayCircuit, DayUnit, DayWorkOrder } from "~/domain/technician-app/day";
import { draftsOf } from "~/routes/technician-app/drafts";
import { ConfirmButton, MutationForm } from "~/routes/technician-app/mutation-form";
import { useTechnicianApp } from "~/routes/technician-app/technician-app";

type ReadingFormProps = { workOrder: DayWorkOrder; unit: DayUnit; units: GaugeUnits; onClose: () => void };

const meterings = choicesOf(METERING_DEVICES, METERING_DEVICE_LABELS);
const MEASURED: readonly ReadingField[] = [
  ...(["suctionPsig", "suctionTempF", "liquidPsig", "liquidTempF"] as const),
  ...(["indoorWetBulbF", "outdoorDryBulbF", "targetSubcoolingF"] as const),
];
const WEIGHED: readonly ReadingField[] = ["addedLb", "recoveredLb"];

/** Gauge and probe readings of a unit, with an assessment of the charge while typing. */
export function ReadingForm({ workOrder, unit, units, onClose }: ReadingFormProps) {
  const circuits = unit.circuits ?? [];
  const { day } = useTechnicianApp();
  const drafted = circuits.find(({ id }) => readingDraft(day.userId, workOrder, id).read(units) !== null);
  const [chosen, setChosen] = useState((drafted ?? circuits[0])?.id ?? "");
  const circuit = circuits.find(({ id }) => id === chosen);
  return (
    <div className="flex flex-col gap-4 rounded-md border-2 border-border bg-card p-4">
      <h3 className="font-semibold">{unit.name}</h3>
      {circuits.length > 1 && (
        <div className="grid gap-1.5">
          <Label htmlFor={`circuit-${unit.id}`}>Circuit</Label>
          <NativeSelect
            id={`circuit-${unit.id}`}
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            choices={circuits.map(({ id, name, refrigerant }) => ({ value: id, label: `${name} · ${refrigerant}` }))}
          />
        </div>
      )}
      {/* Values from the last reading belong to their circuit; selecting another resets the form. */}
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
  const draft = readingDraft(day.userId, workOrder, serviceGroupId);
  const [saved] = useState(() => draft.read(units));
  const first: Record<string, string | undefined> = saved ?? defaults;
  const [isDraft, setIsDraft] = useState(saved !== null);
  const [typed, setTyped] = useState<Typed>(saved ?? defaults);
  const { assessment, wrong, doubts } = readTyped(typed, { refrigerant, units });
  const id = useId();
  const figures = (names: readonly ReadingField[]) =>
    names.map((name) => (
      <Figure
        key={name}
        name={name}
        label={READING_LABELS[name]}
        unit={unitLabel(quantityOf(name), units)}
        defaultValue={first[name]}
      />
    ));
  const onInput = ({ target }: FormEvent) => {
    const form = target instanceof Element ? target.closest("form") : null;
    if (!form) return;
    const texts = textsOf(new FormData(form));
    setTyped(texts);
    setIsDraft(draft.save(texts));
  };
  const close = () => {
    draft.remove();
    onClose();
  };
  return (
    <MutationForm
      workOrder={workOrder}
      intent="recordReading"
      fields={{ serviceGroupId, refrigerant, isConfirmed: doubts.length > 0 ? "true" : "" }}
      refusal={(form) => refusalOf(textsOf(form), { refrigerant, units })}
      doubt={(form) => doubtOf(textsOf(form), { refrigerant, units })}
      className="flex flex-col gap-4"
      onSaved={close}
    >
      <div className="flex flex-col gap-4" onInput={onInput}>
        <UnitsFields units={units} />
        <p className="text-muted-foreground">
          {name} · {refrigerant}
        </p>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4">
          {figures(MEASURED)}
          <Figure
            name="altitudeFeet"
            label="Altitude"
            unit="ft"
            inputMode="numeric"
            defaultValue={first.altitudeFeet}
          />
          <div className="grid content-end gap-1.5">
            <Label htmlFor={`${id}-metering`}>Metering device</Label>
            <NativeSelect id={`${id}-metering`} name="metering" defaultValue={first.metering} choices={meterings} />
          </div>
        </div>
        <section aria-label="What the readings say" aria-live="polite" className="flex flex-col gap-3">
          <AssessmentView assessment={assessment} units={units} />
          <Objections objections={wrong} className="text-bad" />
          <Objections objections={doubts} className="text-warn" />
        </section>
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-4">
          {figures(WEIGHED)}
          {cylinders.length > 0 && (
            <div className="grid content-end gap-1.5">
              <Label htmlFor={`${id}-cylinder-id`}>Cylinder</Label>
              <NativeSelect
                id={`${id}-cylinder-id`}
                name="cylinderId"
                defaultValue={first.cylinderId}
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
            <Input
              id={`${id}-cylinder`}
              name="cylinder"
              defaultValue={first.cylinder}
              maxLength={maxLengths.cylinder}
              autoComplete="off"
            />
          </div>
        </div>
        <label className="flex min-h-12 items-center gap-3">
          <Checkbox name="isDisposal" value="true" defaultChecked={first.isDisposal === "true"} />
          Recovered for disposal
        </label>
        <div className="grid gap-1.5">
          <Label htmlFor={`${id}-notes`}>Notes</Label>
          <Textarea
            id={`${id}-notes`}
            name="notes"
            rows={2}
            defaultValue={first.notes}
            maxLength={maxLengths.readingNotes}
          />
        </div>
        <p className="text-muted-foreground text-sm">
          Saturation temperatures: {SATURATION_SOURCE}. A manufacturer’s chart may differ by up to 3 psi for blends.
        </p>
        {isDraft && (
          <p role="status" className="flex items-center gap-2 text-muted-foreground">
            <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-ok" />
            Draft saved on this device
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <Button variant="outline" type="submit" size="lg" className="flex-1 border-2">
            Save readings
          </Button>
          {isDraft ? (
            <ConfirmButton label="Discard draft" confirmLabel="Discard" onConfirm={close} />
          ) : (
            <Button variant="ghost" size="lg" onClick={close}>
              Cancel
            </Button>
          )}
        </div>
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

/** A reading has many figures and may charge a cylinder: the input is stored on the device until all of it is saved. */
export function readingDraft(userId: string, { id }: DayWorkOrder, serviceGroupId: string) {
  const drafts = draftsOf(userId);
  const name = `${id}:${serviceGroupId}`;
  return {
    /** Also null if it was typed in other units. */
    read: (units: GaugeUnits): Record<string, string> | null => {
      const texts = drafts.read(name);
      return texts && isEqual(unitsTyped(texts), units) ? { ...texts } : null;
    },
    save: (texts: Record<string, string>) => drafts.save(name, texts),
    remove: () => drafts.remove(name),
  };
}

const isEqual = (a: GaugeUnits, b: GaugeUnits) =>
  a.pressure === b.pressure && a.temperature === b.temperature && a.weight === b.weight;

/** Reports what the server would refuse before the reading is queued. */
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
