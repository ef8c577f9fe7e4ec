import { z } from "zod";
import { paging } from "~/domain/shared/fields";
import { isScheduleDate } from "~/domain/shared/time/dates";
import { CANCEL_REASONS, HOLD_REASONS, WORK_ORDER_STATUSES } from "~/domain/work-order-basics/status";
import { CHAT_SUBJECTS, MAX_QUESTION } from "./message";

const about = z.enum(CHAT_SUBJECTS, { error: "Choose what it is about" });

export const Question = z.object({
  text: z
    .string({ error: "Write a question" })
    .trim()
    .min(1, "Write a question")
    .max(MAX_QUESTION, `Please use at most ${MAX_QUESTION} characters`),
  /** If omitted, a new conversation starts. */
  conversationId: z.guid({ error: "Unknown conversation" }).optional(),
  /** For a new conversation. */
  about: about.optional(),
});
export type Question = z.output<typeof Question>;

/** A stored question that has no answer. */
export const Retry = z.object({
  conversationId: z.guid({ error: "Unknown conversation" }),
  questionId: z.guid({ error: "Unknown question" }),
});
export type Retry = z.output<typeof Retry>;

export const ConversationFilter = z.object({ about: about.optional(), ...paging });
export type ConversationFilter = z.output<typeof ConversationFilter>;

/** The newest messages of a conversation, or those before a cursor. */
export const MessageFilter = z.object({ ...paging });
export type MessageFilter = z.output<typeof MessageFilter>;

export const ProposalToken = z.object({ token: z.string().min(1, "Unknown proposal").max(4000, "Unknown proposal") });
export type ProposalToken = z.output<typeof ProposalToken>;

/** The query of the screen's URL. */
export const ChatView = z.object({
  about: about.optional().catch(undefined),
  cursor: paging.cursor.catch(undefined),
  before: paging.cursor.catch(undefined),
});

const day = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/)
  .refine(isScheduleDate)
  .describe("YYYY-MM-DD");
const name = z.string().trim().min(1).max(120);

/** Arguments of each tool: the same for the model, which receives the schema, and for the grammar. */
export const ToolArgs = {
  find_customers: z.object({ query: name.describe("Name, phone number, street or city") }),
  list_jobs: z.object({
    from: day.optional(),
    to: day.optional().describe("Included"),
    reference: z
      .string()
      .regex(/^WO-\d{1,9}$/i)
      .optional()
      .describe("One job, such as WO-012"),
    status: z.enum(WORK_ORDER_STATUSES).optional(),
    technician: name.optional().describe("A technician's name, or 'unassigned'"),
    customer: name.optional(),
  }),
  late_jobs: z.object({}),
  stock_of_item: z.object({ query: name.describe("Name or SKU of the item") }),
  low_stock: z.object({}),
  unpaid_invoices: z.object({ customer: name.optional(), overdueOnly: z.boolean().optional() }),
  my_todos: z.object({}),
  projected_cash: z.object({
    months: z.int().min(0).max(24).describe("How many months from now; 0 is the current month"),
  }),
  search_help: z.object({ query: name }),
  add_todo: z.object({
    text: z.string().trim().min(1).max(200).describe("With its day and hour in words: 'call Ortega tomorrow 9'"),
  }),
  add_note: z.object({
    reference: z.string().regex(/^WO-\d{1,9}$/i),
    text: z.string().trim().min(1).max(4000),
  }),
  change_job_status: z.object({
    reference: z.string().regex(/^WO-\d{1,9}$/i),
    to: z.enum(WORK_ORDER_STATUSES),
    holdReason: z.enum(HOLD_REASONS).optional(),
    cancelReason: z.enum(CANCEL_REASONS).optional(),
    reason: z.string().trim().max(500).optional(),
  }),
};
