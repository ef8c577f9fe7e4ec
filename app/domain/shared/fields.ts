import { z } from "zod";
import { normalizePhone } from "~/domain/shared/text/normalize-phone";
import { isCivilDate, isScheduleDate } from "~/domain/shared/time/dates";
import { hasWholeCents, MAX_PRICE_MINOR, minorFromDecimal, parseAmount } from "./money";

/** Field schemas shared by forms and the API. Empty form fields arrive as undefined or ''. */

const emailText = "Please enter a valid email address";
const phoneText = "Please enter a valid phone number";

export const email = z
  .string({ error: emailText })
  .trim()
  .toLowerCase()
  .max(254, emailText)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, emailText);

export const id = (error: string) => z.guid({ error }).toLowerCase();
export const optionalId = (error: string) => blankToNull(id(error));

/** A required line of text with its own error message. */
export function line(required: string, max = 120) {
  return z
    .string({ error: required })
    .trim()
    .min(1, required)
    .max(max, `Please use at most ${max} characters`)
    .regex(/^[^\p{Cc}]*$/u, "Please remove line breaks and control characters");
}

/** An optional line: a blank one becomes null. */
export function optionalLine(max = 120) {
  return blankToNull(
    z
      .string()
      .trim()
      .max(max, `Please use at most ${max} characters`)
      .regex(/^[^\p{Cc}]*$/u, "Please remove line breaks and control characters"),
  );
}

export function optionalText(max = 4000) {
  return blankToNull(z.string().overwrite(withoutNul).trim().max(max, `Please use at most ${max} characters`));
}

/** The database measures a text up to its first NUL. */
export const withoutNul = (text: string): string => text.replaceAll("\0", "");

/** Stored as E.164 with its extension, see `normalizePhone`. */
export const optionalPhone = blankToNull(
  z
    .string()
    .trim()
    .max(40, phoneText)
    .transform((text, check) => {
      const phone = normalizePhone(text);
      if (phone !== null) return phone;
      check.addIssue({ code: "custom", message: phoneText });
      return z.NEVER;
    }),
);

export const optionalEmail = blankToNull(email);

/** Whether nothing was entered. */
export const isBlank = (value: unknown) => value === undefined || value === null || value === "";

/** The default marks the field as optional in a form's constraints. */
export function blankToNull<T extends z.ZodType>(schema: T) {
  return z.preprocess(
    (value: z.input<T> | "" | null | undefined) =>
      value === undefined || (typeof value === "string" && withoutNul(value).trim() === "") ? null : value,
    schema.nullable().default(null),
  );
}

/** A decimal from JSON or typed text, in cents. */
export function amount(text: string, { min, max }: { min: number; max: number }) {
  return z.preprocess(
    (given: string | number) =>
      typeof given === "string" ? parseAmount(given) : typeof given === "number" ? cents(given) : given,
    z.number({ error: text }).min(min, text).max(max, text),
  );
}

const cents = (given: number): number | null => (hasWholeCents(given) ? minorFromDecimal(given) : null);

/** The price of one unit. */
export const price = amount("Please enter an amount between 0 and 1,000,000 with at most 2 decimals", {
  min: 0,
  max: MAX_PRICE_MINOR,
});

/** The id of a record, in a form or a URL. */
export const recordId = z.string().min(1).max(64);

/** A form or a URL that names one record. */
export const RecordId = z.object({ id: recordId });

/** A form with nothing but a button. */
export const Nothing = z.object({});

/** Edits name the version they are based on; a stale one is a conflict. */
export const version = z.coerce.number<string | number>({ error: "Version is required" }).int().min(1);

/** Far enough from both ends of the calendar that the next day, or ten years later, is a valid date too. */
const isOrdinary = (date: string) => isCivilDate(date) && date >= "1900" && date < "2200";

/** A date of a record, `YYYY-MM-DD` or noon UTC of that day: from 1900 to 2199. */
export const civilDate = z
  .string({ error: "Date is required" })
  .regex(/^\d{4}-\d{2}-\d{2}(T12:00:00(\.000)?Z)?$/, "Please enter a valid date")
  .transform((text) => text.slice(0, 10))
  .refine(isOrdinary, { error: "Please enter a valid date" });

const scheduleDateText = "Please choose a date between 2000 and 2100";

/** A date that work is planned for, `YYYY-MM-DD`; `text` is the message for an invalid date. */
export const scheduleDateOr = (text: string) =>
  z.iso
    .date({ error: text, abort: true })
    // Later checks compute with the date, so they are skipped for an invalid one.
    .refine(isScheduleDate, { error: scheduleDateText, abort: true });

export const scheduleDate = scheduleDateOr("Please enter a valid date");

/** A time as clocks show it, `HH:MM`; `text` is the message if there is none. */
export const wallTimeOr = (text: string) =>
  z.string({ error: text }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please enter a valid time");

export const wallTime = wallTimeOr("Please enter a valid time");

/** An instant that work is planned for: ISO 8601 with offset, stored as UTC with milliseconds. */
export const scheduleInstant = z.iso
  .datetime({ offset: true, error: "Please enter a valid date and time", abort: true })
  .transform((text) => new Date(text).toISOString())
  .refine((text) => isScheduleDate(text.slice(0, 10)), { error: scheduleDateText });

const DEVICE_OFFSET_LIMIT_MS = 4e12;

/** An instant from a device's clock, which may show any year: ISO 8601 with offset, stored as UTC with milliseconds. */
export const deviceInstant = z.iso
  .datetime({ offset: true, error: "Please enter a valid date and time", abort: true })
  .transform((text) => new Date(text).toISOString());

/** How many milliseconds a device's clock is ahead of the server's, as last measured by the device. */
export const clockOffsetMs = z.coerce
  .number<string | number>({ error: "The clock's offset must be a number of milliseconds" })
  .int("The clock's offset must be a number of milliseconds")
  .min(-DEVICE_OFFSET_LIMIT_MS)
  .max(DEVICE_OFFSET_LIMIT_MS);

/** When something happened on a device, and how far its clock is ahead; omitted: just now. */
export const deviceTime = { occurredAt: deviceInstant.optional(), clockOffsetMs: clockOffsetMs.optional() };

/** Several values: `a,b`, repeated in the query, or both. An empty list means all. */
export function several<T extends z.ZodType>(each: T, most: number) {
  const parts = (value: unknown) =>
    (Array.isArray(value) ? value : [value]).flatMap((one) => (typeof one === "string" ? one.split(",") : []));
  return z.preprocess((value) => [...new Set(parts(value).filter((part) => part !== ""))], z.array(each).max(most));
}

/** Holds the longest key: a city and street of 502 letters that take nine characters each when encoded, and an id, in base64. */
const MAX_CURSOR_LENGTH = 6200;

/** Page size and cursor of every keyset list. */
export const paging = {
  limit: z.coerce.number().int().min(1).max(100).default(25).describe("Number of items per page"),
  cursor: z.string().max(MAX_CURSOR_LENGTH).optional().describe("`nextCursor` of the previous page"),
};

/** The same in the URL of a list in the browser, which also goes back a page: invalid values are ignored instead of refused. */
export const pagingView = {
  limit: paging.limit.catch(25),
  cursor: paging.cursor.catch(undefined),
  before: paging.cursor.catch(undefined),
};
