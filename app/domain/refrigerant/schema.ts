import { z } from "zod";
import { CLOCK_STEPS, LEAK_EVENT_KINDS } from "~/domain/refrigerant/leaks/compliance";
import {
  blankToNull,
  civilDate,
  clockOffsetMs,
  deviceInstant,
  line,
  optionalLine,
  optionalText,
  paging,
  pagingView,
  scheduleDate,
  version,
} from "~/domain/shared/fields";
import { type GaugeUnits, PRESSURE_UNITS, TEMPERATURE_UNITS, WEIGHT_UNITS } from "~/domain/shared/gauge-units";
import { METERING_DEVICES } from "./charge";
import { quantityOf, READING_FIELDS, type ReadingField, type ReadingNumbers, rangeIn } from "./reading-fields";
import { readIn, TRADE_UNITS } from "./units";

/** A number from JSON or typed text, in the given units; blank: not measured. */
function measured(units: GaugeUnits, field: ReadingField) {
  const { least, most, text } = rangeIn(units, field);
  return blankToNull(z.coerce.number<string | number>({ error: text }).min(least, text).max(most, text));
}

function numbersIn(units: GaugeUnits) {
  return {
    suctionPsig: measured(units, "suctionPsig"),
    suctionTempF: measured(units, "suctionTempF"),
    liquidPsig: measured(units, "liquidPsig"),
    liquidTempF: measured(units, "liquidTempF"),
    indoorWetBulbF: measured(units, "indoorWetBulbF"),
    outdoorDryBulbF: measured(units, "outdoorDryBulbF"),
    addedLb: measured(units, "addedLb"),
    recoveredLb: measured(units, "recoveredLb"),
    targetSubcoolingF: measured(units, "targetSubcoolingF"),
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

/** A form sends `true` or nothing. */
const flag = z.preprocess((given: boolean | string | undefined) => given === true || given === "true", z.boolean());

export const NewReading = z.object({
  ...fields,
  altitudeFeet: fields.altitudeFeet.default(0),
  /** The circuit; optional for equipment with only one. */
  serviceGroupId: blankToNull(z.guid({ error: "Choose a circuit" }).toLowerCase()),
  /** A cylinder of the ledger; `cylinder` is for any other. */
  cylinderId: blankToNull(z.guid({ error: "Choose a cylinder" }).toLowerCase()),
  /** As shown to the person who measured; omitted: the circuit's current refrigerant. */
  refrigerant: z.string().max(32).optional(),
  /** Confirms doubtful values. */
  isConfirmed: flag,
  /** Recovered before the appliance's disposal. */
  isDisposal: flag,
  takenAt: blankToNull(deviceInstant),
  clockOffsetMs: clockOffsetMs.optional(),
});
export type NewReading = z.output<typeof NewReading>;

/** The units the form was filled in with; sent along, since they may have been changed since. */
const TypedUnits = z.object({
  pressureUnit: z.enum(PRESSURE_UNITS).default(TRADE_UNITS.pressure),
  temperatureUnit: z.enum(TEMPERATURE_UNITS).default(TRADE_UNITS.temperature),
  weightUnit: z.enum(WEIGHT_UNITS).default(TRADE_UNITS.weight),
});

/** A form's reading: numbers as typed, in the units it gives; the output is a `NewReading` with these units. */
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
    numbers[field] = value === null ? null : readIn(units, quantityOf(field), value);
  }
  return { ...data, ...numbers, units };
});

/** Omitted fields keep their values; null or an empty string clears them. */
export const ReadingChange = z.object(fields).partial().extend({ isConfirmed: flag, version });
export type ReadingChange = z.output<typeof ReadingChange>;

/** Why a reading is deleted; required if refrigerant was added or recovered. */
export const ReadingRemoval = z.object({ reason: optionalLine(300) });
export type ReadingRemoval = z.output<typeof ReadingRemoval>;

const day = scheduleDate.optional();

/** Twelve, because each reading with its job, circuit and technician reads four rows. */
const historyLimit = paging.limit.default(12);

export const HistoryFilter = z.object({ startDate: day, endDate: day, ...paging, limit: historyLimit });
export type HistoryFilter = z.output<typeof HistoryFilter>;

export const ReadingsFilter = z.object(paging);
export type ReadingsFilter = z.output<typeof ReadingsFilter>;

/** The page of a job's readings in the browser's URL. */
export const ReadingsView = z.object(pagingView).pick({ cursor: true, before: true });

/** The history's URL in the browser: invalid values are ignored instead of refused. */
export const HistoryView = z.object({
  startDate: day.catch(undefined),
  endDate: day.catch(undefined),
  ...pagingView,
  limit: historyLimit.catch(12),
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

const ATTENTION_STATES = ["overdue", "soon", "later"] as const;

export const AttentionFilter = z.object({
  state: z.enum(ATTENTION_STATES).optional(),
  step: z.enum(CLOCK_STEPS).optional(),
  ...paging,
});
export type AttentionFilter = z.output<typeof AttentionFilter>;

/** The list's URL in the browser: invalid values are ignored instead of refused. */
export const AttentionView = z.object({
  state: z.enum(ATTENTION_STATES).optional().catch(undefined),
  step: z.enum(CLOCK_STEPS).optional().catch(undefined),
  ...pagingView,
});
