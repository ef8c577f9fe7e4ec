import { z } from "zod";
import { optionalText, scheduleInstant } from "~/domain/shared/fields";

/** Makes a form idempotent, since a visitor has no session. */
const key = z.string().regex(/^[\w-]{8,100}$/, "Please reload the page and try again");

export const CustomerWords = z.object({
  key,
  body: z
    .string({ error: "Enter a message" })
    .trim()
    .min(1, "Enter a message")
    .max(2000, "Please use at most 2,000 characters"),
});
export type CustomerWords = z.output<typeof CustomerWords>;

export const RescheduleRequest = z.object({
  key,
  start: z.union([z.literal("other"), scheduleInstant], { error: "Choose a time" }),
  note: optionalText(500),
});
export type RescheduleRequest = z.output<typeof RescheduleRequest>;

export const Rating = z.object({
  stars: z.coerce
    .number<string | number>({ error: "Choose one to five stars" })
    .int("Choose one to five stars")
    .min(1, "Choose one to five stars")
    .max(5, "Choose one to five stars"),
  comment: optionalText(1000),
});
export type Rating = z.output<typeof Rating>;
