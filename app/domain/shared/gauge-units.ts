export const PRESSURE_UNITS = ["psig", "kpa"] as const;
export const TEMPERATURE_UNITS = ["f", "c"] as const;
export const WEIGHT_UNITS = ["lb", "oz"] as const;

/** The units of a person's gauges, probes and scale. */
export interface GaugeUnits {
  pressure: (typeof PRESSURE_UNITS)[number];
  temperature: (typeof TEMPERATURE_UNITS)[number];
  weight: (typeof WEIGHT_UNITS)[number];
}

export const PRESSURE_UNIT_LABELS = { psig: "psig", kpa: "kPa" } as const;
export const TEMPERATURE_UNIT_LABELS = { f: "°F", c: "°C" } as const;
export const WEIGHT_UNIT_LABELS = { lb: "lb", oz: "oz" } as const;
