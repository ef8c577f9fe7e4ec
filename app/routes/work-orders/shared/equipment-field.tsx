import { getFieldsetProps } from "@conform-to/react";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { type AnyField, FieldError } from "~/components/forms/field";
import { Section } from "~/components/section";
import { checkboxVariants } from "~/components/ui/checkbox";
import { Input } from "~/components/ui/input";
import { workOrderLabels } from "~/components/work-orders/labels";
import type { UnitChoice } from "~/domain/equipment/job-units.server";
import type { Site } from "./sites";

type EquipmentFieldProps = {
  field: AnyField;
  units: readonly UnitChoice[];
  sites: readonly Site[];
  /** Where the job goes: what stands there comes first. */
  siteId: string | undefined;
  /** Said in place of the list while it has nothing. */
  none: ReactNode;
};

/** More than this many are searched rather than looked through. */
const inSight = 6;

/** The units a job is about: boxes to tick, found by a few letters where there are many. Without script all are in the list. */
export function EquipmentField({ field, units, sites, siteId, none }: EquipmentFieldProps) {
  const given = Array.isArray(field.initialValue) ? field.initialValue : [];
  const [chosen, setChosen] = useState<ReadonlySet<unknown>>(new Set(given));
  const [sought, setSought] = useState("");
  const list = useRef<HTMLUListElement>(null);
  const { id, ...control } = getFieldsetProps(field);
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const placeOf = (unit: UnitChoice) => sites.find((site) => site.id === unit.addressId);
  const shown = units
    .map((unit) => ({ ...unit, about: aboutOf(unit, sites.length > 1 ? placeOf(unit) : undefined) }))
    .map((unit) => ({ ...unit, fits: fits(unit, words) }))
    .sort((a, b) => Number(b.addressId === siteId) - Number(a.addressId === siteId));
  const found = shown.filter((unit) => unit.fits).length;
  const tick = (unitId: string, on: boolean) =>
    setChosen((before) => new Set(on ? [...before, unitId] : [...before].filter((one) => one !== unitId)));

  const boxes = () => [...(list.current?.querySelectorAll<HTMLInputElement>("li:not([hidden]) input") ?? [])];
  const pressed = (event: KeyboardEvent<HTMLElement>) => {
    const all = boxes();
    const at = all.findIndex((box) => box.isSameNode(event.target instanceof Node ? event.target : null));
    const next = { ArrowDown: all[at + 1], ArrowUp: all[at - 1] }[event.key];
    if (next) {
      event.preventDefault();
      next.focus();
    } else if (event.key === "Enter") {
      // Takes the one that was found; the form is sent from elsewhere.
      event.preventDefault();
      if (at < 0 && words.length > 0) all[0]?.click();
    }
  };
  return (
    <Section title={workOrderLabels.equipmentIds} description="The units the job is about; several if need be.">
      {units.length === 0 ? (
        <p className="text-muted-foreground">{none}</p>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys are a shortcut between controls that Tab reaches too.
        <div className="flex flex-col gap-2" onKeyDown={pressed}>
          <Chosen units={shown.filter((unit) => chosen.has(unit.id))} untick={(unitId) => tick(unitId, false)} />
          {units.length > inSight && (
            <span className="relative block">
              <Search
                aria-hidden="true"
                className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted-foreground"
              />
              <Input
                type="search"
                value={sought}
                onChange={(event) => setSought(event.target.value)}
                aria-label="Find a unit"
                placeholder={`Find one of ${units.length}: name, model, serial number, place`}
                autoComplete="off"
                className="pl-9"
              />
            </span>
          )}
          <p className="sr-only" role="status">
            {`${words.length > 0 ? `${found} found, ` : ""}${chosen.size} chosen`}
          </p>
          <ul ref={list} aria-label="Units" className="list-frame max-h-72 divide-y divide-border overflow-y-auto">
            {shown.map((unit, index) => (
              <li key={unit.id} hidden={!unit.fits}>
                <label className="flex min-h-row items-start gap-3 px-4 py-2 hover:bg-muted touch:py-3">
                  <input
                    {...control}
                    id={index === 0 ? id : undefined}
                    type="checkbox"
                    value={unit.id}
                    checked={chosen.has(unit.id)}
                    onChange={(event) => tick(unit.id, event.target.checked)}
                    className={checkboxVariants()}
                  />
                  <span className="min-w-0">
                    {unit.name}
                    <span className="block text-muted-foreground text-sm">{unit.about}</span>
                  </span>
                </label>
              </li>
            ))}
            {found === 0 && <li className="px-4 py-3 text-muted-foreground">No unit matches.</li>}
          </ul>
        </div>
      )}
      <FieldError field={field} />
    </Section>
  );
}

type ChosenProps = { units: readonly UnitChoice[]; untick: (id: string) => void };

/** What is chosen, in sight also where the list is long. */
function Chosen({ units, untick }: ChosenProps) {
  if (units.length === 0) return null;
  return (
    <ul aria-label="Chosen units" className="flex flex-wrap gap-2">
      {units.map(({ id, name }) => (
        <li key={id}>
          <button type="button" className="chip" onClick={() => untick(id)} aria-label={`Leave out ${name}`}>
            {name}
            <X aria-hidden="true" className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

function aboutOf({ manufacturer, modelNumber, serialNumber, location }: UnitChoice, site: Site | undefined): string {
  const make = [manufacturer, modelNumber].filter(Boolean).join(" ");
  return [make, serialNumber, location, site && (site.label ?? site.line1)].filter(Boolean).join(" · ");
}

/** Every word occurs in what is said of the unit. */
function fits({ name, about }: { name: string; about: string }, words: readonly string[]): boolean {
  const text = `${name} ${about}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
