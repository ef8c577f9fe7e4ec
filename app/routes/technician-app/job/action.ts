import { redirect } from "@remix-run/cloudflare";
import { TaskResultForm } from "~/domain/service-types/results.schema";
import { partNote } from "~/domain/technician-app/entries";
import { addPhoto } from "~/domain/technician-app/photos.server";
import { PartInput, PhotoInput } from "~/domain/technician-app/schema";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import { addNote } from "~/domain/work-orders/notes.server";
import { recordResult } from "~/domain/work-orders/record-result.server";
import { ChangeStatus, NoteInput, SignatureInput, TaskTick } from "~/domain/work-orders/schema";
import { signWorkOrder, tickTask } from "~/domain/work-orders/tasks.server";
import { formActions, formCase } from "~/http/form-action";
import { paths } from "~/paths";

type Params = Record<string, string | undefined>;
const refOf = (params: Params) => params.id ?? "";
const back = (params: Params) => redirect(paths.technicianJob(refOf(params)));

/** The same acts as the outbox sends, as forms without a script. */
export const jobAction = formActions({
  move: formCase(ChangeStatus, async ({ ctx, input, params }) => {
    await changeWorkOrderStatus(ctx, refOf(params), input);
    return back(params);
  }),
  tickTask: formCase(TaskTick, async ({ ctx, input, params }) => {
    await tickTask(ctx, refOf(params), input);
    return back(params);
  }),
  taskResult: formCase(TaskResultForm, async ({ ctx, input: { taskId, version, ...result }, params }) => {
    await recordResult(ctx, { ref: refOf(params), taskId, version }, result);
    return back(params);
  }),
  note: formCase(NoteInput, async ({ ctx, input, params }) => {
    await addNote(ctx, refOf(params), input);
    return back(params);
  }),
  part: formCase(PartInput, async ({ ctx, input: { part, quantity }, params }) => {
    await addNote(ctx, refOf(params), { body: partNote(part, quantity ?? ""), customerVisible: false });
    return back(params);
  }),
  sign: formCase(SignatureInput, async ({ ctx, input, params }) => {
    await signWorkOrder(ctx, refOf(params), input);
    return back(params);
  }),
  photo: formCase(PhotoInput, async ({ ctx, input, params }) => {
    await addPhoto(ctx, refOf(params), input);
    return back(params);
  }),
});
