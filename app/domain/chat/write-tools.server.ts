import { z } from "zod";
import type { Ctx } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { allowMember } from "~/domain/shared/permissions";
import { formatClock, formatDate } from "~/domain/shared/time/date-format";
import { addReadTodo } from "~/domain/todos/change.server";
import { readQuickTodo } from "~/domain/todos/quick-add";
import { REPEAT_FROM, REPEAT_UNITS, repetitionText } from "~/domain/todos/todo";
import { formatWorkOrderNumber } from "~/domain/work-order-basics/number";
import { CANCEL_REASON_LABELS, HOLD_REASON_LABELS, STATUS_LABELS } from "~/domain/work-order-basics/status";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import { workOrderHeader } from "~/domain/work-orders/detail.server";
import { addNote } from "~/domain/work-orders/notes.server";
import { findTransition } from "~/domain/work-orders/transitions";
import type { Citation, Proposal, WriteTool } from "./message";
import { ToolArgs } from "./schema";
import { workOrderRow } from "./tools.server";

type Args<Name extends WriteTool> = z.output<(typeof ToolArgs)[Name]>;
type Draft<Name extends WriteTool> = Pick<Proposal, "preview" | "title" | "confirm" | "about"> & { args: Stored<Name> };

/** What is stored with the proposal and confirmed. */
const Stored = {
  add_todo: z.object({
    title: z.string(),
    dueOn: z.string().nullable(),
    dueAt: z.string().nullable(),
    repeat: z.object({ every: z.int(), unit: z.enum(REPEAT_UNITS), from: z.enum(REPEAT_FROM) }).nullable(),
  }),
  add_note: ToolArgs.add_note,
  change_job_status: ToolArgs.change_job_status.extend({ version: z.int() }),
};
type Stored<Name extends WriteTool> = z.output<(typeof Stored)[Name]>;

interface Done {
  text: string;
  row: Citation | null;
}

interface WriteCase<Name extends WriteTool> {
  /** A preview of what would be written. Writes nothing. @throws DomainError for what could not be done */
  preview: (ctx: Ctx, args: Args<Name>) => Promise<Draft<Name>>;
  /** Writes it, once per key of `ctx`. */
  execute: (ctx: Ctx, args: Stored<Name>) => Promise<Done>;
}

const addTodoCase: WriteCase<"add_todo"> = {
  async preview(ctx, args) {
    const me = allowMember(ctx);
    const todo = readQuickTodo(args.text, { now: ctx.now.getTime(), zone: me.timeZone });
    const { title, dueOn, dueAt, repeat } = todo;
    const due = dueOn ? `${formatDate(dueOn)}${dueAt ? `, ${formatClock(dueAt)}` : ""}` : "No due date";
    return {
      ...{ title: "Add a to-do", confirm: "Add to-do", about: null, args: todo },
      preview: [
        { label: "To-do", value: title },
        { label: "Due", value: due },
        ...(repeat ? [{ label: "Repeats", value: repetitionText(repeat) }] : []),
        { label: "Assigned to", value: me.name },
      ],
    };
  },
  async execute(ctx, todo) {
    const { id } = await addReadTodo(ctx, todo);
    const { title, dueOn } = todo;
    const row: Citation = { kind: "todo", key: id, label: title, detail: dueOn ? `Due ${formatDate(dueOn)}` : null };
    return { text: "The to-do is on your list.", row };
  },
};

const addNoteCase: WriteCase<"add_note"> = {
  async preview(ctx, args) {
    const workOrder = await workOrderHeader(ctx, args.reference);
    if (!workOrder.rights.onWorkOrder)
      throw new DomainError("forbidden", "Only the office or technicians on the job can add a note.");
    return {
      ...{ title: `Add a note to ${workOrder.reference}`, confirm: "Add note", args },
      about: workOrderRow(workOrder, workOrder.zone),
      preview: [
        { label: "Note", value: args.text },
        { label: "Visible to customer", value: "No" },
      ],
    };
  },
  async execute(ctx, { reference, text }) {
    await addNote(ctx, reference, { body: text, customerVisible: false });
    return { text: "The note is on the job.", row: await workOrderCitation(ctx, reference) };
  },
};

const changeStatusCase: WriteCase<"change_job_status"> = {
  async preview(ctx, args) {
    const workOrder = await workOrderHeader(ctx, args.reference);
    const { reference, status } = workOrder;
    const wanted = STATUS_LABELS[args.to].toLowerCase();
    if (status === args.to) throw new DomainError("conflict", `${reference} is ${wanted} already.`);
    if (!workOrder.allowed.includes(args.to)) {
      const possible = workOrder.allowed.map((to) => STATUS_LABELS[to].toLowerCase()).join(", ");
      throw new DomainError(
        "conflict",
        `${reference} is ${STATUS_LABELS[status].toLowerCase()} and can't become ${wanted}. Possible for you: ${possible || "nothing"}.`,
      );
    }
    const missing = missingFor(findTransition(status, args.to)?.inputs ?? [], args);
    if (missing) throw new DomainError("invalid", `${missing} Open ${reference} to do it there.`);
    const why = args.holdReason
      ? HOLD_REASON_LABELS[args.holdReason]
      : args.cancelReason && CANCEL_REASON_LABELS[args.cancelReason];
    return {
      ...{ title: `Change the status of ${reference}`, confirm: `Mark as ${wanted}` },
      about: workOrderRow(workOrder, workOrder.zone),
      args: { ...args, version: workOrder.version },
      preview: [
        { label: "From", value: STATUS_LABELS[status] },
        { label: "To", value: STATUS_LABELS[args.to] },
        ...(why ? [{ label: "Reason", value: why }] : []),
        ...(args.reason ? [{ label: why ? "Remark" : "Reason", value: args.reason }] : []),
      ],
    };
  },
  async execute(ctx, { reference, to, holdReason = null, cancelReason = null, reason = null, version }) {
    const changed = await changeWorkOrderStatus(ctx, reference, { to, holdReason, cancelReason, reason, version });
    const text = `${formatWorkOrderNumber(changed.number)} is now ${STATUS_LABELS[changed.status].toLowerCase()}.`;
    return {
      text: changed.notice ? `${text} ${changed.notice}` : text,
      row: await workOrderCitation(ctx, reference),
    };
  },
};

async function workOrderCitation(ctx: Ctx, reference: string): Promise<Citation> {
  const workOrder = await workOrderHeader(ctx, reference);
  return workOrderRow(workOrder, workOrder.zone);
}

/** What a status change still requires, in words; null if nothing is missing. */
function missingFor(inputs: readonly string[], args: Args<"change_job_status">): string | null {
  if (inputs.includes("schedule")) return "Booking a job requires a time and a technician.";
  if (inputs.includes("settlement")) return "Closing a job requires a paid invoice or a reason.";
  if (inputs.includes("hold_reason") && !args.holdReason) {
    return "Say why the job is on hold: parts, customer not home, weather, approval, unsafe or other.";
  }
  if (inputs.includes("cancel_reason") && !args.cancelReason) {
    return "Say why the job is canceled: by the customer, by the company, or as a duplicate.";
  }
  if (inputs.includes("reason") && !args.reason) return "This change requires a reason.";
  return null;
}

/** A preview of a write. @throws DomainError for invalid arguments, and like the tool's own preview */
export async function previewWrite(ctx: Ctx, tool: WriteTool, args: unknown) {
  switch (tool) {
    case "add_todo":
      return addTodoCase.preview(ctx, parsed(ToolArgs.add_todo, args));
    case "add_note":
      return addNoteCase.preview(ctx, parsed(ToolArgs.add_note, args));
    case "change_job_status":
      return changeStatusCase.preview(ctx, parsed(ToolArgs.change_job_status, args));
  }
}

/** Writes what was proposed. @throws DomainError like the use case behind it */
export function executeWrite(ctx: Ctx, tool: WriteTool, args: unknown): Promise<Done> {
  switch (tool) {
    case "add_todo":
      return addTodoCase.execute(ctx, parsed(Stored.add_todo, args));
    case "add_note":
      return addNoteCase.execute(ctx, parsed(Stored.add_note, args));
    case "change_job_status":
      return changeStatusCase.execute(ctx, parsed(Stored.change_job_status, args));
  }
}

export function parsed<S extends z.ZodType>(schema: S, args: unknown): z.output<S> {
  const read = schema.safeParse(args);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new DomainError("invalid", `It can't be read: ${issue?.path.join(".") || "arguments"}.`);
}
