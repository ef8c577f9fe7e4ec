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
import { METERING_DEVICES } from "./charge";
import { CLOCK_STEPS, LEAK_EVENT_KINDS } from "./compliance";

/** A number from JSON or as typed; blank: not measured. */
function measured(text: string, [least, most]: [number, number]) {
  return blankToNull(z.coerce.number<string | number>({ error: text }).min(least, text).max(most, text));
}

const pressure = measured("Please enter a pressure between -14.7 and 1,000 psig", [-14.7, 1000]);
const lineTemperature = measured("Please enter a temperature between -100 and 300 °F", [-100, 300]);
const airTemperature = measured("Please enter a temperature between -60 and 150 °F", [-60, 150]);
const weight = measured("Please enter a weight between 0.001 and 100,000 lb", [0.001, 100_000]);
const altitudeText = "Please enter an altitude between -1,500 and 15,000 feet";

const fields = {
  metering: z.enum(METERING_DEVICES, { error: "Choose the metering device" }),
  targetSubcoolingF: measured("Please enter a subcooling between 0 and 40 °F", [0, 40]),
  altitudeFeet: z.coerce
    .number<string | number>({ error: altitudeText })
    .int(altitudeText)
    .min(-1500, altitudeText)
    .max(15_000, altitudeText),
  suctionPsig: pressure,
  suctionTempF: lineTemperature,
  liquidPsig: pressure,
  liquidTempF: lineTemperature,
  indoorWetBulbF: airTemperature,
  outdoorDryBulbF: airTemperature,
  addedLb: weight,
  recoveredLb: weight,
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
