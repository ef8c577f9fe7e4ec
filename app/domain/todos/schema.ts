import { z } from "zod";
import {
  blankToNull,
  line,
  optionalId,
  optionalText,
  paging,
  pagingView,
  scheduleDate,
  version,
  wallTime,
} from "~/domain/shared/fields";
import {
  MAX_TITLE,
  REMINDER_MINUTES,
  REPEAT_FROM,
  REPEAT_UNITS,
  type ReminderMinutes,
  SUBJECT_KINDS,
  TODO_LISTS,
} from "./todo";

const reminderText = "Choose when to be reminded";
const everyText = "Enter a number from 1 to 99";

const Fields = z.object({
  title: line("Enter a to-do", MAX_TITLE),
  notes: optionalText(4000),
  assigneeId: optionalId("Choose a person from the list"),
  dueOn: blankToNull(scheduleDate),
  dueAt: blankToNull(wallTime),
  repeatUnit: blankToNull(z.enum(REPEAT_UNITS, { error: "Choose how often" })),
  repeatEvery: z.coerce
    .number<string | number>({ error: everyText })
    .int(everyText)
    .min(1, everyText)
    .max(99, everyText)
    .default(1),
  repeatFrom: z.enum(REPEAT_FROM, { error: "Choose what it is counted from" }).default("due"),
  customerId: optionalId("Choose a customer from the list"),
  workOrderId: optionalId("Choose a work order from the list"),
  equipmentId: optionalId("Choose equipment from the list"),
  invoiceId: optionalId("Choose an invoice from the list"),
  leadId: optionalId("Choose a lead from the list"),
  siteAddressId: optionalId("Choose a property from the list"),
  estimateId: optionalId("Choose an estimate from the list"),
  itemId: optionalId("Choose an item from the list"),
  purchaseOrderId: optionalId("Choose a purchase order from the list"),
  supplierId: optionalId("Choose a supplier from the list"),
  locationId: optionalId("Choose a location from the list"),
  technicianId: optionalId("Choose a technician from the list"),
  serviceTypeId: optionalId("Choose a service type from the list"),
  issueId: optionalId("Choose an issue from the list"),
  designId: optionalId("Choose a design from the list"),
  receiptId: optionalId("Choose a receipt from the list"),
  threadId: optionalId("Choose a conversation from the list"),
  cylinderId: optionalId("Choose a cylinder from the list"),
  countId: optionalId("Choose a stock count from the list"),
  movementId: optionalId("Choose a stock movement from the list"),
  reservationId: optionalId("Choose a reservation from the list"),
  analysisId: optionalId("Choose a saved analysis from the list"),
  /** Minutes before it is due; null: no reminder. */
  reminderMinutes: blankToNull(
    z.coerce
      .number<string | number>({ error: reminderText })
      .refine((given): given is ReminderMinutes => REMINDER_MINUTES.some((one) => one === given), reminderText),
  ),
});

interface Dated {
  dueOn: string | null;
  dueAt: string | null;
  repeatUnit: string | null;
  reminderMinutes: number | null;
}

const needsDay = (given: Dated, check: z.core.$RefinementCtx) => {
  if (given.dueOn !== null) return;
  const what =
    (given.dueAt !== null && "A time") ||
    (given.repeatUnit !== null && "A repeating to-do") ||
    (given.reminderMinutes !== null && "A reminder");
  if (what) check.addIssue({ code: "custom", path: ["dueOn"], message: `${what} needs a day` });
};

/** All fields of a to-do, as in the form. */
export const TodoInput = Fields.superRefine(needsDay);
export type TodoInput = z.output<typeof TodoInput>;

/** The whole to-do: omitted fields are cleared. */
export const TodoChange = Fields.extend({ version }).superRefine(needsDay);
export type TodoChange = z.output<typeof TodoChange>;

/** As the form sends it: a record chosen there is in `about`, as its kind and its number or id. */
const about = blankToNull(z.string().max(80));
export const TodoForm = Fields.extend({ about }).superRefine(needsDay);
export const TodoChangeForm = Fields.extend({ about, version }).superRefine(needsDay);

/** One line of text: 'call Ortega tomorrow 9'. */
export const QuickAdd = z.object({ text: line("Enter a to-do", 200) });
export type QuickAdd = z.output<typeof QuickAdd>;

const aboutPattern = new RegExp(`^(?:${SUBJECT_KINDS.join("|")}):[0-9a-fA-F-]{36}$`);

export const TodoFilter = z.object({
  list: z.enum(TODO_LISTS, { error: "Unknown list" }).default("mine"),
  about: z
    .string()
    .regex(aboutPattern, "Unknown record")
    .optional()
    .describe(
      `Only to-dos about this record: its kind and id, such as \`customer:<id>\`. Kinds: ${SUBJECT_KINDS.join(", ")}`,
    ),
  ...paging,
});
export type TodoFilter = z.output<typeof TodoFilter>;

/** From a screen's query; invalid values are ignored. */
export const TodoView = z.object({
  list: z.enum(TODO_LISTS).catch("mine"),
  ...pagingView,
  limit: paging.limit.catch(50).default(50),
});
