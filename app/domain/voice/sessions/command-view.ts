import type { NamedEntry } from "~/domain/voice/extraction/book";
import type { Command, StatusCommand, UsedPart } from "~/domain/voice/extraction/commands";
import type { Measured, Measurement } from "~/domain/voice/extraction/values/measurements";
import { type Heard, heard } from "~/domain/voice/sessions/recordings/heard";
import { HOLD_REASON_LABELS, STATUS_LABELS } from "~/domain/work-order-basics/status";

interface Base {
  index: number;
  /** Descriptions of what would be written. */
  effects: string[];
}

/** A spoken command on a job, as shown for confirmation. */
export type SpokenCommand = Base &
  (
    | { kind: "note"; note: Heard<string> }
    | { kind: "status"; status: Heard<StatusCommand> }
    | { kind: "measured"; measurement: Heard<Measurement> }
    | { kind: "used"; part: Heard<UsedPart> }
  );

/** A refrigerant circuit of the job's equipment that may have been measured. */
export interface SpokenCircuit {
  equipmentId: string;
  serviceGroupId: string;
  label: string;
  /** From its last reading. */
  metering: "txv" | "fixed" | null;
}

/** The reading's field for a measurement; null: written as a note. */
export const READING_FIELD = {
  suction_pressure: "suctionPsig",
  liquid_pressure: "liquidPsig",
  suction_temperature: "suctionTempF",
  liquid_temperature: "liquidTempF",
  outdoor_temperature: "outdoorDryBulbF",
  indoor_wet_bulb: "indoorWetBulbF",
  refrigerant_added: "addedLb",
  refrigerant_recovered: "recoveredLb",
  superheat: null,
  subcooling: null,
  volts: null,
  amps: null,
  microfarads: null,
} as const satisfies Record<Measured, string | null>;

const MEASURED_LABELS: Record<Measured, { name: string; unit: string }> = {
  suction_pressure: { name: "Suction pressure", unit: "psig" },
  liquid_pressure: { name: "Liquid pressure", unit: "psig" },
  suction_temperature: { name: "Suction temperature", unit: "°F" },
  liquid_temperature: { name: "Liquid temperature", unit: "°F" },
  superheat: { name: "Superheat", unit: "°F" },
  subcooling: { name: "Subcooling", unit: "°F" },
  outdoor_temperature: { name: "Outdoor temperature", unit: "°F" },
  indoor_wet_bulb: { name: "Indoor wet bulb", unit: "°F" },
  volts: { name: "Voltage", unit: "V" },
  amps: { name: "Current", unit: "A" },
  microfarads: { name: "Capacitance", unit: "µF" },
  refrigerant_added: { name: "Refrigerant added", unit: "lb" },
  refrigerant_recovered: { name: "Refrigerant recovered", unit: "lb" },
};

export const measuredName = (measured: Measured): string => MEASURED_LABELS[measured].name;

export function measurementLabel({ measured, value }: Measurement): string {
  const { name, unit } = MEASURED_LABELS[measured];
  return `${name} ${value} ${unit}`;
}

function statusLabel({ to, holdReason }: StatusCommand): string {
  return holdReason ? `${STATUS_LABELS[to]}: ${HOLD_REASON_LABELS[holdReason]}` : STATUS_LABELS[to];
}

function usedLabel({ quantity, unit, words, itemId }: UsedPart, items: readonly NamedEntry[]): string {
  const name = items.find(({ id }) => id === itemId)?.name ?? words;
  return `${quantity} ${unit ? `${unit} of ` : "× "}${name}`;
}

/** The commands as shown, in spoken order. */
export function commandsOf(commands: readonly Command[], items: readonly NamedEntry[]): SpokenCommand[] {
  return commands.map((command, index) => viewOf(command, { index, items }));
}

function viewOf(command: Command, { index, items }: { index: number; items: readonly NamedEntry[] }): SpokenCommand {
  switch (command.kind) {
    case "note": {
      const note = heard(command.note, (body) => body);
      return { index, kind: "note", note, effects: effects("Note", note) };
    }
    case "status": {
      const status = heard(command.status, statusLabel);
      return { index, kind: "status", status, effects: effects("Status", status) };
    }
    case "measured": {
      const measurement = heard(command.measurement, measurementLabel);
      return { index, kind: "measured", measurement, effects: effects("Reading", measurement) };
    }
    case "used": {
      const part = heard(command.part, (used) => usedLabel(used, items));
      return { index, kind: "used", part, effects: effects("Part used", part) };
    }
  }
}

const effects = (what: string, { label }: Heard<unknown>) => (label === null ? [] : [`${what}: ${label}`]);
