import { z } from "zod";
import { readState } from "~/domain/addresses/address";
import { blankToNull, line, optionalText, price, scheduleDate } from "~/domain/shared/fields";
import { MAX_RATED, PARTS_PRICINGS, ROUNDING_MINUTES } from "./settings";

/** A percentage from JSON or typed text, at most four decimals, in parts per million. */
export function percentPpm(max: number) {
  const text = `Please enter a percentage between 0 and ${max} with at most 4 decimals`;
  return z.preprocess(
    (given: string | number) => ppmOf(typeof given === "number" ? String(given) : given),
    z
      .number({ error: text })
      .min(0, text)
      .max(max * 10_000, text),
  );
}

function ppmOf(text: unknown): number | null {
  if (typeof text !== "string" || !/^\d{1,4}(\.\d{0,4})?$/.test(text.trim())) return null;
  return Math.round(Number(text) * 10_000);
}

const id = (text: string) => z.string({ error: text }).min(1, text).max(64, text);

/** Rates that can be set; the form sends the technicians and service types without one as well. */
const MAX_RATES = 200;
const rates = <Rate extends z.ZodType<{ rate: number | null }, unknown>>(rate: Rate) =>
  z
    .array(rate)
    .max(MAX_RATED, `Please send at most ${MAX_RATED} rates`)
    .refine(
      (all) => all.filter((one) => one.rate !== null).length <= MAX_RATES,
      `Please set at most ${MAX_RATES} rates`,
    )
    .default([]);

export const BillingSettings = z.object({
  /** The version it is based on; 0 if nothing was set yet. */
  version: z.coerce.number<string | number>({ error: "Version is required" }).int().min(0),
  effectiveFrom: scheduleDate,
  laborRate: blankToNull(price),
  technicianRates: rates(z.object({ technicianId: id("Choose a technician"), rate: blankToNull(price) })),
  serviceTypeRates: rates(z.object({ serviceTypeId: id("Choose a service type"), rate: blankToNull(price) })),
  roundingMinutes: z.coerce
    .number<string | number>()
    .refine((minutes) => ROUNDING_MINUTES.some((one) => one === minutes), "Choose none, 6 or 15 minutes"),
  minimumCharge: price,
  tripCharge: price,
  partsPricing: z.enum(PARTS_PRICINGS, { error: "Choose how parts are priced" }),
  partsMarkup: percentPpm(1000),
  laborTaxable: z.boolean().default(false),
  termsDays: z.coerce
    .number<string | number>({ error: "Choose the payment terms" })
    .int("Choose the payment terms")
    .min(0)
    .max(120, "Please use at most 120 days"),
  footer: optionalText(2000),
});
export type BillingSettings = z.output<typeof BillingSettings>;

const stateText = "Please choose a US state";

export const NewTaxRate = z.object({
  name: line("Name is required", 60),
  state: z
    .string({ error: stateText })
    .trim()
    .max(100, stateText)
    .transform((text, check) => {
      const state = readState(text);
      if (state) return state;
      check.addIssue({ code: "custom", message: stateText });
      return z.NEVER;
    }),
  /** The first digits of the ZIP codes where it is charged; empty for the whole state. */
  zipPrefix: z
    .string()
    .trim()
    .regex(/^\d{0,5}$/, "Please enter up to 5 digits of a ZIP code")
    .default(""),
  rate: percentPpm(30),
  effectiveFrom: scheduleDate,
});
export type NewTaxRate = z.output<typeof NewTaxRate>;

/** The last date on which a rate is charged. */
export const TaxRateEnd = z.object({ endsOn: scheduleDate });
