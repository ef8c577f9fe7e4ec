import { TaskResultForm } from "~/domain/service-types/results.schema";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import { deleteWorkOrder } from "~/domain/work-orders/delete.server";
import { addNote, changeNote, deleteNote } from "~/domain/work-orders/notes.server";
import { recordResult } from "~/domain/work-orders/record-result.server";
import {
  AssignWorkOrder,
  type ChangeStatus as Change,
  ChangeStatus,
  NoteChoice,
  NoteForm,
  NoteInput,
  Nothing,
  ScheduleForm,
  SignatureInput,
  TaskChoice,
  TaskForm,
  TaskPlace,
  TaskTick,
} from "~/domain/work-orders/schema";
import { addTask, moveTask, removeTask, signWorkOrder, tickTask } from "~/domain/work-orders/tasks.server";
import { updateWorkOrder } from "~/domain/work-orders/update.server";
import { formatWorkOrderNumber, STATUS_LABELS } from "~/domain/work-orders/work-order";
import { type FormInput, formActions, formCase } from "~/http/form-action";
import { redirectWithToast } from "~/http/toast.server";
import { paths } from "~/paths";

/** What a form that stays where it is gets back. */
const done = { done: true } as const;
const refOf = (params: Record<string, string | undefined>) => params.id ?? "";

type Sent<Input> = Omit<FormInput<typeof Nothing>, "input"> & { input: Input };

async function move({ ctx, input, params, request }: Sent<Change>) {
  const { number, status } = await changeWorkOrderStatus(ctx, refOf(params), input);
  const text = `${formatWorkOrderNumber(number)} is now ${STATUS_LABELS[status]}.`;
  return redirectWithToast(request, paths.workOrder(number), { tone: "success", text });
}

/** Everything one can do to a work order on its own screen. */
export const detailAction = formActions({
  move: formCase(ChangeStatus, move),
  schedule: formCase(ScheduleForm, move),
  assign: formCase(AssignWorkOrder, async ({ ctx, input, params, request }) => {
    await updateWorkOrder(ctx, refOf(params), input);
    return redirectWithToast(request, paths.workOrder(refOf(params)), { tone: "success", text: "Crew saved." });
  }),
  delete: formCase(Nothing, async ({ ctx, params, request }) => {
    await deleteWorkOrder(ctx, refOf(params));
    return redirectWithToast(request, paths.workOrders(), { tone: "success", text: "Work order deleted." });
  }),
  note: formCase(NoteInput, async ({ ctx, input, params }) => {
    await addNote(ctx, refOf(params), input);
    return done;
  }),
  changeNote: formCase(NoteForm, async ({ ctx, input: { noteId, ...change }, params }) => {
    await changeNote(ctx, { ref: refOf(params), noteId }, change);
    return done;
  }),
  deleteNote: formCase(NoteChoice, async ({ ctx, input, params }) => {
    await deleteNote(ctx, { ref: refOf(params), noteId: input.noteId });
    return done;
  }),
  addTask: formCase(TaskForm, async ({ ctx, input, params }) => {
    await addTask(ctx, refOf(params), input);
    return done;
  }),
  tickTask: formCase(TaskTick, async ({ ctx, input, params }) => {
    await tickTask(ctx, refOf(params), input);
    return done;
  }),
  taskResult: formCase(TaskResultForm, async ({ ctx, input: { taskId, version, ...result }, params }) => {
    await recordResult(ctx, { ref: refOf(params), taskId, version }, result);
    return done;
  }),
  moveTask: formCase(TaskPlace, async ({ ctx, input, params }) => {
    await moveTask(ctx, refOf(params), input);
    return done;
  }),
  removeTask: formCase(TaskChoice, async ({ ctx, input, params }) => {
    await removeTask(ctx, refOf(params), input.taskId);
    return done;
  }),
  sign: formCase(SignatureInput, async ({ ctx, input, params }) => {
    await signWorkOrder(ctx, refOf(params), input);
    return done;
  }),
});
