import type { GaugeUnits } from "~/domain/shared/gauge-units";

/** The units that a form's numbers are typed in go with it. */
export function UnitsFields({ units }: { units: GaugeUnits }) {
  return (
    <>
      <input type="hidden" name="pressureUnit" value={units.pressure} />
      <input type="hidden" name="temperatureUnit" value={units.temperature} />
      <input type="hidden" name="weightUnit" value={units.weight} />
    </>
  );
}
