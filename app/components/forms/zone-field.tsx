import { getSelectProps } from "@conform-to/react";
import { US_ZONES } from "~/domain/shared/time/us-zones";
import { searchZones, zoneLabel } from "~/domain/shared/time/zone-search";
import { describedBy, FieldFrame, type FieldProps } from "./field";
import { SearchableSelect } from "./searchable-select";

/** More options than anyone would read. */
const MAX_SHOWN = 60;

/** A time zone field: US zones by name first, then every zone the server knows. */
export function ZoneField({ zones, ...frame }: FieldProps & { zones: readonly string[] }) {
  const { field, description, required } = frame;
  const { key, ...select } = getSelectProps(field, describedBy(field, description));
  return (
    <FieldFrame {...frame}>
      <SearchableSelect
        key={key}
        {...select}
        required={required ?? select.required}
        placeholder="City or region"
        listLabel="Time zones"
        labelOf={zoneLabel}
        search={(text) =>
          searchZones(zones, text)
            .slice(0, MAX_SHOWN)
            .map((zone) => ({ value: zone, label: zoneLabel(zone) }))
        }
        empty="No time zone found. Try the largest city nearby."
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
      </SearchableSelect>
    </FieldFrame>
  );
}
