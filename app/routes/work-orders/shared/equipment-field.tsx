import { getFieldsetProps } from "@conform-to/react";
import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import { Combobox } from "~/components/forms/combobox";
import { type AnyField, FieldError } from "~/components/forms/field";
import { Section } from "~/components/section";
import { Checkbox } from "~/components/ui/checkbox";
import { chipVariants } from "~/components/ui/chip";
import { X } from "~/components/ui/icons";
import { workOrderLabels } from "~/components/work-orders/labels";
import type { UnitChoice } from "~/domain/equipment/work-order-equipment.server";
import type { Site } from "./sites";

type EquipmentFieldProps = {
  field: AnyField;
  units: readonly UnitChoice[];
  sites: readonly Site[];
  /** The job's site: equipment installed there is listed first. */
  siteId: string | undefined;
  /** Shown instead of the field if there is no equipment. */
  none: ReactNode;
};

/**
 * The equipment a job is for: searched and added one at a time, each removable by its chip. Without script, all of it
 * is listed as checkboxes.
 */
export function EquipmentField({ field, units, sites, siteId, none }: EquipmentFieldProps) {
  const initial = Array.isArray(field.initialValue) ? field.initialValue : [];
  const [chosen, setChosen] = useState<ReadonlySet<unknown>>(new Set(initial));
  const [search, setSearch] = useState("");
  const boxes = useRef<HTMLUListElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const { id, ...control } = getFieldsetProps(field);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const all = [...units]
    .sort((a, b) => Number(b.addressId === siteId) - Number(a.addressId === siteId))
    .map((unit) => ({ value: unit.id, label: unit.name, detail: factsOf(unit, sites) }));
  const options = all.filter((option) => !chosen.has(option.value) && matches(option, words));
  // The form submits the checkboxes; clicking them also notifies it of the change.
  const toggle = (value: string) =>
    boxes.current?.querySelector<HTMLInputElement>(`input[value="${CSS.escape(value)}"]`)?.click();
  const remove = (event: MouseEvent, value: string) => {
    toggle(value);
    // With the keyboard, focus would be lost along with the chip.
    if (event.detail === 0) input.current?.focus();
  };
  const change = (value: string, isOn: boolean) =>
    setChosen((before) => new Set(isOn ? [...before, value] : [...before].filter((one) => one !== value)));
  if (units.length === 0) {
    return (
      <Section title={workOrderLabels.equipmentIds}>
        <p className="text-muted-foreground">{none}</p>
        <FieldError field={field} />
      </Section>
    );
  }
  return (
    <Section title={workOrderLabels.equipmentIds} description="Which equipment is this job for?">
      <div className="flex flex-col gap-2">
        {chosen.size > 0 && (
          <ul aria-label="Selected equipment" className="flex flex-wrap gap-2">
            {all
              .filter((option) => chosen.has(option.value))
              .map(({ value, label }) => (
                <li key={value}>
                  <button
                    type="button"
                    className={chipVariants()}
                    onClick={(event) => remove(event, value)}
                    aria-label={`Remove ${label}`}
                  >
                    {label}
                    <X aria-hidden="true" className="size-3.5" />
                  </button>
                </li>
              ))}
          </ul>
        )}
        <Combobox
          input={{
            id,
            value: search,
            "aria-label": "Add equipment",
            "aria-describedby": field.errors && field.errorId,
            "aria-invalid": field.errors ? true : undefined,
            placeholder: "Add by name, model, serial number or location",
            className: "noscript:hidden",
            onChange: (event) => setSearch(event.target.value),
          }}
          inputRef={input}
          label="Equipment"
          options={options}
          empty={words.length > 0 ? "No equipment matches." : "All equipment is selected."}
          isMultiple
          onSearch={setSearch}
          onSelect={(value) => {
            setSearch("");
            toggle(value);
          }}
        />
        <ul ref={boxes} className="hidden noscript:block">
          {all.map(({ value, label, detail }) => (
            <li key={value}>
              <label className="flex items-start gap-3 py-2">
                <Checkbox
                  {...control}
                  value={value}
                  checked={chosen.has(value)}
                  onChange={(event) => change(value, event.target.checked)}
                />
                <span>
                  {label}
                  <span className="block text-muted-foreground text-sm">{detail}</span>
                </span>
              </label>
            </li>
          ))}
        </ul>
      </div>
      <FieldError field={field} />
    </Section>
  );
}

/**
 * Details that tell apart equipment with the same name: make and model, serial number, location; the site if the
 * customer has several.
 */
function factsOf(unit: UnitChoice, sites: readonly Site[]): string {
  const site = sites.length > 1 ? sites.find(({ id }) => id === unit.addressId) : undefined;
  const make = [unit.manufacturer, unit.modelNumber].filter(Boolean).join(" ");
  return [make, unit.serialNumber, unit.location, site && (site.label ?? site.line1)].filter(Boolean).join(" · ");
}

/** Whether every word occurs in the displayed text. */
function matches({ label, detail }: { label: string; detail: string }, words: readonly string[]): boolean {
  const text = `${label} ${detail}`.toLowerCase();
  return words.every((word) => text.includes(word));
}
