import type { GaugeUnits } from "~/domain/shared/gauge-units";

/** Hidden fields with the units of the form's numbers. */
export function UnitsFields({ units }: { units: GaugeUnits }) {
  return (
    <>
      <input type="hidden" name="pressureUnit" value={units.pressure} />
      <input type="hidden" name="temperatureUnit" value={units.temperature} />
      <input type="hidden" name="weightUnit" value={units.weight} />
    </>
  );
}
