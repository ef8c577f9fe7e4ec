import { US_ZONES } from "~/domain/shared/us-zones";
import type { FieldProps } from "./field";
import { SelectField } from "./select-field";

/** A time zone: those of the United States by their names first, then every zone that the server knows. */
export function ZoneField({ zones, ...field }: FieldProps & { zones: readonly string[] }) {
  const usual = new Set<string>(Object.keys(US_ZONES));
  return (
    <SelectField {...field} choices={[]}>
      <optgroup label="United States">
        {Object.entries(US_ZONES).map(([zone, name]) => (
          <option key={zone} value={zone}>
            {name}
          </option>
        ))}
      </optgroup>
      <optgroup label="All zones">
        {zones
          .filter((zone) => !usual.has(zone))
          .map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll("_", " ")}
            </option>
          ))}
      </optgroup>
    </SelectField>
  );
}
