import { z } from "zod";
import { isCivilDate } from "~/domain/shared/dates";
import {
  blankToNull,
  civilDate,
  clockOffsetMs,
  deviceInstant,
  line,
  optionalLine,
  optionalText,
  paging,
  version,
} from "~/domain/shared/fields";
import {
  type GaugeUnits,
  PRESSURE_UNITS,
  type Quantity,
  readIn,
  shownIn,
  TEMPERATURE_UNITS,
  TRADE_UNITS,
  unitLabel,
  WEIGHT_UNITS,
} from "~/domain/shared/gauge-units";
import { METERING_DEVICES } from "./charge";
import { CLOCK_STEPS, LEAK_EVENT_KINDS } from "./compliance";
import { READING_FIELDS, READING_QUANTITIES, type ReadingNumbers } from "./reading";

const quantityWords: Record<Quantity, string> = {
  pressure: "pressure",
  temperature: "temperature",
  difference: "subcooling",
  weight: "weight",
};

/** A number in the units from JSON or as typed, within a range in psig, °F or pounds; blank: not measured. */
function measured(units: GaugeUnits, quantity: Quantity, [from, to]: [number, number]) {
  const [least, most] = [inward(from, Math.ceil), inward(to, Math.floor)];
  const range = [least, most].map((value) => value.toLocaleString("en-US", { maximumFractionDigits: 3 }));
  const text = `Please enter a ${quantityWords[quantity]} between ${range.join(" and ")} ${unitLabel(quantity, units)}`;
  return blankToNull(z.coerce.number<string | number>({ error: text }).min(least, text).max(most, text));

  /** Tenths within the range, unless the unit is that of the range. */
  function inward(value: number, round: (shown: number) => number): number {
    const shown = shownIn(units, quantity, value);
    return shown === value ? value : round(shown * 10) / 10;
  }
}

function numbersIn(units: GaugeUnits) {
  const pressure = measured(units, "pressure", [-14.7, 1000]);
  const line = measured(units, "temperature", [-100, 300]);
  const air = measured(units, "temperature", [-60, 150]);
  const weight = measured(units, "weight", [0.001, 100_000]);
  return {
    ...{ suctionPsig: pressure, suctionTempF: line, liquidPsig: pressure, liquidTempF: line },
    ...{ indoorWetBulbF: air, outdoorDryBulbF: air, addedLb: weight, recoveredLb: weight },
    targetSubcoolingF: measured(units, "difference", [0, 40]),
  };
}

const altitudeText = "Please enter an altitude between -1,500 and 15,000 feet";

const fields = {
  metering: z.enum(METERING_DEVICES, { error: "Choose the metering device" }),
  altitudeFeet: z.coerce
    .number<string | number>({ error: altitudeText })
    .int(altitudeText)
    .min(-1500, altitudeText)
    .max(15_000, altitudeText),
  ...numbersIn(TRADE_UNITS),
  cylinder: optionalLine(64),
  notes: optionalText(1000),
};

/** What is doubtful is right: a form says `true` or nothing. */
const isConfirmed = z.preprocess(
  (given: boolean | string | undefined) => given === true || given === "true",
  z.boolean(),
);

export const NewReading = z.object({
  ...fields,
  altitudeFeet: fields.altitudeFeet.default(0),
  /** The circuit; may be left out for a unit with one. */
  serviceGroupId: blankToNull(z.guid({ error: "Choose a circuit" }).toLowerCase()),
  isConfirmed,
  takenAt: blankToNull(deviceInstant),
  clockOffsetMs: clockOffsetMs.optional(),
});
export type NewReading = z.output<typeof NewReading>;

/** The units that a form was filled in with; they come with it, since it may be sent after another choice was made. */
const TypedUnits = z.object({
  pressureUnit: z.enum(PRESSURE_UNITS).default(TRADE_UNITS.pressure),
  temperatureUnit: z.enum(TEMPERATURE_UNITS).default(TRADE_UNITS.temperature),
  weightUnit: z.enum(WEIGHT_UNITS).default(TRADE_UNITS.weight),
});

/** A form's reading: its numbers as they were typed, in the units that it names; as `NewReading` afterwards, with these units. */
export const ReadingForm = TypedUnits.loose().transform((typed, check) => {
  const { pressureUnit: pressure, temperatureUnit: temperature, weightUnit: weight, ...rest } = typed;
  const units: GaugeUnits = { pressure, temperature, weight };
  const { success, data, error } = NewReading.extend(numbersIn(units)).safeParse(rest);
  if (!success) {
    for (const { path, message } of error.issues) check.addIssue({ code: "custom", path: [...path], message });
    return z.NEVER;
  }
  const numbers: Partial<ReadingNumbers> = {};
  for (const field of READING_FIELDS) {
    const value = data[field];
    numbers[field] = value === null ? null : readIn(units, READING_QUANTITIES[field], value);
  }
  return { ...data, ...numbers, units };
});

/** What is left out stays as it is; null or blank clears. */
export const ReadingChange = z.object(fields).partial().extend({ isConfirmed, version });
export type ReadingChange = z.output<typeof ReadingChange>;

const day = z.string().refine(isCivilDate, "Please enter a valid date").optional();

export const HistoryFilter = z.object({ startDate: day, endDate: day, ...paging });
export type HistoryFilter = z.output<typeof HistoryFilter>;

export const ReadingsFilter = z.object(paging);
export type ReadingsFilter = z.output<typeof ReadingsFilter>;

/** The history's address in the browser: what is not understood there is left out rather than refused. */
export const HistoryView = z.object({
  startDate: day.catch(undefined),
  endDate: day.catch(undefined),
  limit: paging.limit.catch(25),
  cursor: paging.cursor.catch(undefined),
});

export const NewLeakEvent = z.object({
  kind: z.enum(LEAK_EVENT_KINDS, { error: "Choose what was done" }),
  happenedOn: civilDate,
  /** How it was done or tested. */
  method: optionalLine(120),
  notes: optionalText(1000),
  version,
});
export type NewLeakEvent = z.output<typeof NewLeakEvent>;

export const VoidReason = z.object({ reason: line("Enter a reason", 300), version });
export type VoidReason = z.output<typeof VoidReason>;

export const ATTENTION_STATES = ["overdue", "soon", "later"] as const;

export const AttentionFilter = z.object({
  state: z.enum(ATTENTION_STATES).optional(),
  step: z.enum(CLOCK_STEPS).optional(),
  ...paging,
});
export type AttentionFilter = z.output<typeof AttentionFilter>;

/** The same as an address in the browser: what is not understood there is left out rather than refused. */
export const AttentionView = z.object({
  state: z.enum(ATTENTION_STATES).optional().catch(undefined),
  step: z.enum(CLOCK_STEPS).optional().catch(undefined),
  limit: paging.limit.catch(25),
  cursor: paging.cursor.catch(undefined),
});
