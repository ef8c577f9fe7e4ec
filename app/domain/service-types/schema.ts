import { z } from "zod";
import {
  blankToNull,
  deviceTime,
  isBlank,
  line,
  optionalLine,
  optionalText,
  paging,
  pagingView,
  version,
} from "~/domain/shared/fields";
import { minorFromDecimal, parseAmount } from "~/domain/shared/money";
import { wordList } from "~/domain/technicians/schema";
import { splitSkills } from "~/domain/technicians/technician";
import { DURATION_MINUTES, durationText } from "~/domain/work-order-basics/duration";
import { CHECK_ANSWERS } from "./results";
import { MAX_TASKS, partsFromText, SERVICE_CATEGORIES, TASK_KINDS, taskProblems } from "./service-type";

const priceText = "Please enter a price between $0 and $1,000,000";

/** Dollars as a number from the API or as typed text; stored in cents. */
const price = blankToNull(
  z.preprocess(
    (given) =>
      typeof given === "string" ? parseAmount(given) : typeof given === "number" ? minorFromDecimal(given) : given,
    z.number({ error: priceText }).int(priceText).min(0, priceText).max(100_000_000, priceText),
  ),
);

const Part = z.object({
  inventoryItemId: blankToNull(z.string().max(64)),
  name: line("Enter the part", 200),
  quantity: z.coerce.number("Enter the quantity").positive("Enter the quantity").max(10_000).default(1),
});

interface PartRow {
  inventoryItemId?: string | null;
  name: string;
  quantity?: number;
}

/** A list, without rows that have no name, or typed text with one part per line: "2 x Filter 16x25". */
const parts = z.preprocess(
  (given: string | PartRow[] | null | undefined) =>
    typeof given === "string"
      ? partsFromText(given)
      : isBlank(given)
        ? []
        : Array.isArray(given)
          ? given.filter(isNamedOrWrong)
          : given,
  z.array(Part).max(100, "Please list at most 100 parts"),
);

/** Drops the blank row that a form offers for another part. Values that are not rows are refused later. */
function isNamedOrWrong(row: unknown): boolean {
  if (typeof row !== "object" || row === null) return true;
  const { name, inventoryItemId } = { name: undefined, inventoryItemId: undefined, ...row };
  return !isBlank(name) || !isBlank(inventoryItemId);
}

const details = {
  name: line("Enter a name", 120),
  description: optionalText(),
  category: z.enum(SERVICE_CATEGORIES, { error: "Choose a category" }),
  durationMinutes: z.coerce
    .number({ error: "Enter how long the job takes" })
    .int(durationText)
    .min(DURATION_MINUTES.min, durationText)
    .max(DURATION_MINUTES.max, durationText),
  price,
};

const requirements = {
  skills: wordList("skill"),
  certifications: wordList("certification"),
  refrigerantWork: z.boolean({ error: "Choose whether refrigerant is handled" }),
  parts,
};

const active = z.boolean({ error: "active must be true or false" });

const titleText = "Enter what the technician should do";

const taskLimit = blankToNull(z.coerce.number({ error: "Please enter a number" }));

const taskFields = {
  title: line(titleText, 200),
  instructions: optionalText(),
  kind: z.enum(TASK_KINDS, { error: "Choose a task type" }),
  required: z.boolean({ error: "Choose whether it is required" }),
  skills: wordList("skill"),
  unit: optionalLine(30),
  min: taskLimit,
  max: taskLimit,
};

type Entered = {
  title: string;
  kind: (typeof TASK_KINDS)[number];
  unit: string | null;
  min: number | null;
  max: number | null;
};

function check(task: Entered, refuse: z.RefinementCtx): void {
  for (const { field, message } of taskProblems(task)) {
    refuse.addIssue({ code: "custom", path: [field], message });
  }
}

/** A new task; by default a required check. */
export const NewTask = z
  .object({
    ...taskFields,
    kind: taskFields.kind.default("check"),
    required: taskFields.required.default(true),
    active: z.boolean().default(true),
  })
  .superRefine(check);

export type NewTask = z.output<typeof NewTask>;

/** Omitted fields keep their values. Rules across fields are checked together with the stored values. */
export const TaskChange = z
  .object({ ...taskFields, active: z.boolean({ error: "active must be true or false" }) })
  .partial()
  .extend({ version });

export type TaskChange = z.output<typeof TaskChange>;

/** The form of a task submits every field; unit and limits apply to measurements only (`taskOfForm`). */
const shownTask = z.object({ ...taskFields, required: taskFields.required.default(false) });

const checkMeasured = (task: Entered, refuse: z.RefinementCtx) => check(taskOfForm(task), refuse);

export const NewTaskForm = shownTask.superRefine(checkMeasured);

export const TaskForm = shownTask.extend({ version }).superRefine(checkMeasured);

/** A one-line task; measurements need a unit and use the full form. */
export const NewTaskLine = z.object({
  title: taskFields.title,
  kind: taskFields.kind.exclude(["measurement"]),
});

/** A task's form as it is stored: only a measurement has a unit and limits. */
export function taskOfForm<T extends Entered>(task: T): T {
  return task.kind === "measurement" ? task : { ...task, unit: null, min: null, max: null };
}

export const NewServiceType = z.object({
  ...details,
  description: details.description.optional(),
  category: details.category.default("other"),
  durationMinutes: details.durationMinutes.default(DURATION_MINUTES.usual),
  price: price.optional(),
  ...z.object({ ...requirements, active }).partial().shape,
  tasks: z.array(NewTask).max(MAX_TASKS, `A service type can have at most ${MAX_TASKS} tasks`).optional(),
});

export type NewServiceType = z.output<typeof NewServiceType>;

/** Omitted fields keep their values; a given list replaces the stored one. */
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

/** The advanced form: blank task rows are dropped. */
export const AdvancedForm = z.object({
  ...details,
  ...requirements,
  refrigerantWork: requirements.refrigerantWork.default(false),
  tasks: z.preprocess(
    (rows: z.input<typeof NewTaskForm>[] | null | undefined) => (Array.isArray(rows) ? rows.filter(hasTitle) : []),
    z.array(NewTaskForm).max(MAX_TASKS, `A service type can have at most ${MAX_TASKS} tasks`),
  ),
});

function hasTitle(row: unknown): boolean {
  return typeof row === "object" && row !== null && "title" in row && !isBlank(row.title);
}

/** The wizard's steps; each is saved separately. */
export const DetailsForm = z.object({ ...details, version });

export const RequirementsForm = z.object({
  ...requirements,
  refrigerantWork: requirements.refrigerantWork.default(false),
  version,
});

/** A single button with a version: archive, restore. */
export const ActiveForm = z.object({ active: z.stringbool(), version });

const filter = {
  search: z.string().trim().max(100, "Please use at most 100 characters").optional(),
  category: z.enum(SERVICE_CATEGORIES, { error: "Unknown category" }).optional(),
  active: z.stringbool("active must be true or false").optional(),
};

export const ServiceTypeFilter = z.object({ ...filter, ...paging });

export type ServiceTypeFilter = z.output<typeof ServiceTypeFilter>;

/** The list's URL in the browser: invalid values are ignored instead of refused. */
export const ServiceTypeListView = z.object({
  search: filter.search.catch(undefined),
  category: filter.category.catch(undefined),
  active: filter.active.catch(undefined),
  ...pagingView,
});

/** Ids in their new order, or tasks with their new sequence numbers. */
export const ReorderTasks = z.object({
  tasks: z
    .array(
      z.union([z.string(), z.object({ id: z.string(), sequence: z.coerce.number().int() })], {
        error: "List the tasks by id, in their new order",
      }),
      { error: "List the tasks in their new order" },
    )
    .min(1, "List the tasks in their new order")
    .max(200)
    .transform((tasks) => {
      const placed = tasks.map((task, index) => (typeof task === "string" ? { id: task, sequence: index } : task));
      return placed.toSorted((a, b) => a.sequence - b.sequence).map((task) => task.id);
    }),
});

export type ReorderTasks = z.output<typeof ReorderTasks>;

export const OrderForm = z.object({
  order: z
    .string()
    .max(20_000)
    .transform((ids) => ids.split(",").filter((id) => id !== "")),
});

export const TaskFilter = z.object({
  serviceTypeId: z.string().max(64).optional(),
  kind: z.enum(TASK_KINDS, { error: "Unknown kind" }).optional(),
  active: z.stringbool("active must be true or false").optional(),
  ...paging,
});

export type TaskFilter = z.output<typeof TaskFilter>;

/** Skills separated by commas, as repeated parameters, or both. */
export const TasksBySkills = z.object({
  skills: z
    .union([z.string().max(1000), z.array(z.string().max(200)).max(40)], { error: "Separate skills with commas" })
    .optional()
    .transform((given) => (given === undefined ? [] : [given].flat().flatMap(splitSkills))),
  ...paging,
});

export type TasksBySkills = z.output<typeof TasksBySkills>;

const id = z.string().min(1).max(64);

/** The result of a work order's task, by kind. */
const TaskResultInput = z.discriminatedUnion(
  "kind",
  [
    z.object({
      kind: z.literal("check"),
      answer: z.enum(CHECK_ANSWERS, { error: "Choose whether it passed" }),
      remark: optionalLine(500),
    }),
    z.object({ kind: z.literal("measurement"), value: z.number({ error: "Enter what was measured" }) }),
    z.object({ kind: z.literal("photo"), photoIds: z.array(id).min(1, "Take a photo").max(20) }),
    z.object({ kind: z.literal("signature"), signatureId: id }),
    z.object({ kind: z.literal("reading"), readingId: id, withinLimits: z.boolean().nullable().default(null) }),
    z.object({
      kind: z.literal("note"),
      text: z.string({ error: "Write a note" }).trim().min(1, "Write a note").max(4000),
    }),
  ],
  { error: "Unknown result type" },
);

/** The task's version as shown: a result recorded since then is not overwritten. */
const seen = { version: version.optional(), ...deviceTime };

export const TaskResultBody = z.intersection(z.object(seen), TaskResultInput);

/** The same with the task's id, as a form sends it. */
export const TaskResultForm = z.intersection(z.object({ taskId: z.guid(), ...seen }), TaskResultInput);
