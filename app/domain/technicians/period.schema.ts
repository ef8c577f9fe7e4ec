import { z } from "zod";
import { blankToNull, civilDate, line, optionalLine } from "~/domain/shared/fields";
import { TIME_OFF_REASONS } from "./time-off";

const text = "Please enter a date or a date and time";

/** A civil day of the business, `YYYY-MM-DD`, or an instant with its offset. */
const moment = z
  .string({ error: text })
  .trim()
  .refine(
    (given) => z.iso.date().safeParse(given).success || z.iso.datetime({ offset: true }).safeParse(given).success,
    {
      error: text,
    },
  )
  .optional();

/** Days are meant whole, both included; a week from today when nothing is asked. */
export const PeriodQuery = z.object({ startDate: moment, endDate: moment });
export type PeriodQuery = z.output<typeof PeriodQuery>;

/** Skills by commas, repeated, or both. */
export const SkillQuery = z.object({
  skills: z
    .union([z.string().max(1000), z.array(z.string().max(200)).max(40)], { error: "Name skills by commas" })
    .optional()
    .transform((given) => (given === undefined ? [] : [given].flat())),
});

const time = blankToNull(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a valid time"));

/** Days on the wall of the business, both included; with times a part of the first and the last day. */
export const TimeOff = z.object({
  from: civilDate,
  to: blankToNull(civilDate),
  fromTime: time,
  toTime: time,
  reason: z.enum(TIME_OFF_REASONS, { error: "Choose a reason" }),
  note: optionalLine(500),
});
export type TimeOff = z.output<typeof TimeOff>;

export const Holiday = z.object({
  name: line("Name the holiday", 80),
  from: civilDate,
  to: blankToNull(civilDate),
});
export type Holiday = z.output<typeof Holiday>;

/** A form that is one button beside a row. */
export const ChosenRow = z.object({ id: z.string().min(1).max(64) });
