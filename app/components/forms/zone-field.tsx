import { getSelectProps } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { Select } from "~/components/ui/select";
import { US_ZONES } from "~/domain/shared/us-zones";
import { searchZones, zoneLabel } from "~/domain/shared/zone-search";
import { Combobox } from "./combobox";
import { describedBy, FieldFrame, type FieldProps } from "./field";
import { typeInto } from "./type-into";

/** More options than anyone would read. */
const MAX_SHOWN = 60;

/**
 * A time zone field: US zones by name first, then every zone the server knows. Searchable by typing; before any script
 * it is a select, which remains behind the field as the value that is posted.
 */
export function ZoneField({ zones, ...frame }: FieldProps & { zones: readonly string[] }) {
  const { field, description, required } = frame;
  const { key, id, ...select } = getSelectProps(field, describedBy(field, description));
  const choice = useRef<HTMLSelectElement>(null);
  /** Undefined until hydrated. */
  const [text, setText] = useState<string>();
  const choiceId = `${id}-zone`;
  const chosen = () => zoneLabel(choice.current?.value ?? "");

  // A choice made before hydration, or restored by the browser, is only in the select.
  useEffect(() => setText(zoneLabel(choice.current?.value ?? "")), []);
  const isSearchable = text !== undefined;
  return (
    <FieldFrame {...frame}>
      <Select
        key={key}
        ref={choice}
        {...select}
        id={isSearchable ? choiceId : id}
        required={required ?? select.required}
        className={isSearchable ? "hidden" : undefined}
      >
        <optgroup label="United States">
          {Object.entries(US_ZONES).map(([zone, name]) => (
            <option key={zone} value={zone}>
              {name}
            </option>
          ))}
        </optgroup>
        <optgroup label="All zones">
          {zones
            .filter((zone) => !(zone in US_ZONES))
            .map((zone) => (
              <option key={zone} value={zone}>
                {zoneLabel(zone)}
              </option>
            ))}
        </optgroup>
      </Select>
      {isSearchable && (
        <Combobox
          input={{
            id,
            value: text,
            placeholder: "City or region",
            "aria-describedby": select["aria-describedby"],
            "aria-invalid": select["aria-invalid"],
            onChange: ({ target }) => setText(target.value),
            onFocus: ({ target }) => target.select(),
            // Text that matches no zone is not a choice, so the previous one is restored.
            onBlur: () => setText(chosen()),
          }}
          label="Time zones"
          options={searchZones(zones, text === chosen() ? "" : text)
            .slice(0, MAX_SHOWN)
            .map((zone) => ({ value: zone, label: zoneLabel(zone) }))}
          empty="No time zone found. Try the largest city nearby."
          onSearch={setText}
          onSelect={(zone) => {
            typeInto(choiceId, zone);
            setText(zoneLabel(zone));
          }}
        />
      )}
    </FieldFrame>
  );
}
