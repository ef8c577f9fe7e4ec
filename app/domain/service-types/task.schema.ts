import { z } from "zod";
import { blankToNull, line, optionalLine, optionalText, paging, version } from "~/domain/shared/fields";
import { splitSkills } from "~/domain/technicians/rules";
import { wordList } from "~/domain/technicians/schema";
import { TASK_KINDS, taskProblems } from "./rules";

const titleText = "Say what is to be done";

const limit = blankToNull(z.coerce.number({ error: "Please enter a number" }));

const fields = {
  title: line(titleText, 200),
  instructions: optionalText(),
  kind: z.enum(TASK_KINDS, { error: "Choose a kind of task" }),
  required: z.boolean({ error: "Say whether it must be done" }),
  skills: wordList("skill"),
  unit: optionalLine(30),
  min: limit,
  max: limit,
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

/** A task to be added; a check that must be done unless told otherwise. */
export const NewTask = z
  .object({
    ...fields,
    kind: fields.kind.default("check"),
    required: fields.required.default(true),
    active: z.boolean().default(true),
  })
  .superRefine(check);
export type NewTask = z.output<typeof NewTask>;

/** What is left out stays as it is. The rules across fields are looked at with what is stored. */
export const TaskChange = z
  .object({ ...fields, active: z.boolean({ error: "Say whether it is in use" }) })
  .partial()
  .extend({ version });
export type TaskChange = z.output<typeof TaskChange>;

/** The task's own form shows every field; unit and limits count for a measurement alone. */
const shown = z.object({ ...fields, required: fields.required.default(false) });

export const NewTaskForm = shown.transform((task) => ({ ...measuredAlone(task), active: true })).superRefine(check);
export const TaskForm = shown.extend({ version }).transform(measuredAlone).superRefine(check);

/** A task in one line; what is measured needs its unit and has the long form. */
export const NewTaskLine = z
  .object({ title: fields.title, kind: fields.kind.exclude(["measurement"]) })
  .transform((task) => NewTask.parse(task));

function measuredAlone<T extends Entered>(task: T): T {
  return task.kind === "measurement" ? task : { ...task, unit: null, min: null, max: null };
}

/** Ids in their new order, or tasks with the sequence each is to have. */
export const ReorderTasks = z.object({
  tasks: z
    .array(
      z.union([z.string(), z.object({ id: z.string(), sequence: z.coerce.number().int() })], {
        error: "Name tasks by id, in their new order",
      }),
      { error: "Name the tasks in their new order" },
    )
    .min(1, "Name the tasks in their new order")
    .max(200)
    .transform((tasks) => {
      const placed = tasks.map((task, index) => (typeof task === "string" ? { id: task, sequence: index } : task));
      return placed.toSorted((a, b) => a.sequence - b.sequence).map((task) => task.id);
    }),
});
export type ReorderTasks = z.output<typeof ReorderTasks>;

/** A row's buttons: up, down, put aside, take back, delete. */
export const ChosenTask = z.object({ id: z.string().min(1).max(64) });
export const NudgeTask = ChosenTask.extend({ by: z.enum(["up", "down"]) });
export const OrderForm = z.object({
  order: z
    .string()
    .max(20_000)
    .transform((ids) => ids.split(",").filter((id) => id !== "")),
});

export const TaskFilter = z.object({
  serviceTypeId: z.string().max(64).optional(),
  kind: z.enum(TASK_KINDS, { error: "Unknown kind" }).optional(),
  active: z.stringbool("active is true or false").optional(),
  ...paging,
});
export type TaskFilter = z.output<typeof TaskFilter>;

/** Skills by commas, repeated, or both. */
export const TasksBySkills = z.object({
  skills: z
    .union([z.string().max(1000), z.array(z.string().max(200)).max(40)], { error: "Name skills by commas" })
    .optional()
    .transform((given) => (given === undefined ? [] : [given].flat().flatMap(splitSkills))),
  ...paging,
});
export type TasksBySkills = z.output<typeof TasksBySkills>;
