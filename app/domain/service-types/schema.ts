import { z } from "zod";
import { blankToNull, line, optionalText, paging, version } from "~/domain/shared/fields";
import { minorFromDecimal, parseAmount } from "~/domain/shared/money";
import { wordList } from "~/domain/technicians/schema";
import { DURATION_MINUTES, MOST_TASKS, partsFromText, SERVICE_CATEGORIES } from "./catalogue";
import { NewTask, NewTaskForm } from "./task.schema";

const durationText = "A job takes between 5 minutes and 7 days";
const priceText = "Please enter a price between $0 and $1,000,000";

/** Dollars as a number from the API or as typed; kept in cents. */
const price = blankToNull(
  z.preprocess(
    (given) =>
      typeof given === "string" ? parseAmount(given) : typeof given === "number" ? minorFromDecimal(given) : given,
    z.number({ error: priceText }).int(priceText).min(0, priceText).max(100_000_000, priceText),
  ),
);

const isBlank = (value: unknown) => value === undefined || value === null || value === "";

const Part = z.object({
  inventoryItemId: blankToNull(z.string().max(64)),
  name: line("Name the part", 200),
  quantity: z.coerce.number("How many are needed?").positive("How many are needed?").max(10_000).default(1),
});

/** A list, or typed one a line as "2 x Filter 16x25". */
const parts = z.preprocess(
  (given) => (typeof given === "string" ? partsFromText(given) : isBlank(given) ? [] : given),
  z.array(Part).max(100, "Please list at most 100 parts"),
);

const details = {
  name: line("Name the service type", 120),
  description: optionalText(),
  category: z.enum(SERVICE_CATEGORIES, { error: "Choose a category" }),
  durationMinutes: z.coerce
    .number({ error: "Say how long the job takes" })
    .int(durationText)
    .min(DURATION_MINUTES.min, durationText)
    .max(DURATION_MINUTES.max, durationText),
  price,
};

const requirements = {
  skills: wordList("skill"),
  certifications: wordList("certification"),
  refrigerantWork: z.boolean({ error: "Say whether refrigerant is handled" }),
  parts,
};

const active = z.boolean({ error: "Say whether it is in use" });

export const NewServiceType = z.object({
  ...details,
  description: details.description.optional(),
  category: details.category.default("other"),
  durationMinutes: details.durationMinutes.default(DURATION_MINUTES.usual),
  price: price.optional(),
  ...z.object({ ...requirements, active }).partial().shape,
  tasks: z.array(NewTask).max(MOST_TASKS, `A service type has at most ${MOST_TASKS} tasks`).optional(),
});
export type NewServiceType = z.output<typeof NewServiceType>;

/** What is left out stays as it is; a list that is given replaces the stored one. */
export const ServiceTypeChange = z
  .object({ ...details, ...requirements, active })
  .partial()
  .extend({ version });
export type ServiceTypeChange = z.output<typeof ServiceTypeChange>;

/** The quick form. */
export const QuickForm = z.object({
  name: details.name,
  category: details.category,
  durationMinutes: details.durationMinutes,
  price,
});

/** The advanced form: rows of tasks left blank are none. */
export const AdvancedForm = z.object({
  ...details,
  ...requirements,
  refrigerantWork: requirements.refrigerantWork.default(false),
  tasks: z.preprocess(
    (rows) => (Array.isArray(rows) ? rows.filter(hasTitle) : []),
    z.array(NewTaskForm).max(MOST_TASKS, `A service type has at most ${MOST_TASKS} tasks`),
  ),
});

function hasTitle(row: unknown): boolean {
  return typeof row === "object" && row !== null && "title" in row && !isBlank(row.title);
}

/** The wizard's steps; each is saved by itself. */
export const DetailsForm = z.object({ ...details, version });
export const RequirementsForm = z.object({
  ...requirements,
  refrigerantWork: requirements.refrigerantWork.default(false),
  version,
});

/** One button beside a version: put aside, take back. */
export const ActiveForm = z.object({ active: z.stringbool(), version });

const filter = {
  search: z.string().trim().max(100, "Please use at most 100 characters").optional(),
  category: z.enum(SERVICE_CATEGORIES, { error: "Unknown category" }).optional(),
  active: z.stringbool("active is true or false").optional(),
};

export const ServiceTypeFilter = z.object({ ...filter, ...paging });
export type ServiceTypeFilter = z.output<typeof ServiceTypeFilter>;

/** The list's address in the browser: what is not understood there is left out rather than refused. */
export const ServiceTypeListView = z.object({
  search: filter.search.catch(undefined),
  category: filter.category.catch(undefined),
  active: filter.active.catch(undefined),
  limit: paging.limit.catch(25),
  cursor: paging.cursor.catch(undefined),
  before: paging.cursor.catch(undefined),
});
