import { z } from "zod";
import { line } from "~/domain/shared/fields";
import { CURRENCIES } from "~/domain/shared/money";
import { MAX_SWITCHES, readSwitch } from "./switches";

const MAX_CHANGE_LENGTH = 200;

const change = z
  .string({ error: "Please enter a change" })
  .max(MAX_CHANGE_LENGTH, `Please use at most ${MAX_CHANGE_LENGTH} characters`)
  .refine((text) => readSwitch(text) !== null, "This change is not recognized")
  .describe(
    "One of `off~<item>`, `delay~<item>~<months>`, `stop~<item>~<day>`, `amount~<item>~<amount>` and `plus~<kind>~<amount>~<day>~<frequency>~<name>`; an item is `expense:<id>` or `income:<id>`",
  );

/** A scenario to save. */
export const NewScenario = z.object({
  name: line("Name is required", 60),
  currency: z.enum(CURRENCIES, { error: "Please choose a currency" }),
  changes: z
    .array(change, { error: "Please change something first" })
    .min(1, "Please change something first")
    .max(MAX_SWITCHES, `A scenario can have at most ${MAX_SWITCHES} changes`),
});
export type NewScenario = z.output<typeof NewScenario>;

export const RenameScenario = z.object({
  name: line("Name is required", 60),
  previousName: line("Enter the name that it has now", 60).describe(
    "The name as it was read; 409 if it has changed since",
  ),
});
export type RenameScenario = z.output<typeof RenameScenario>;
