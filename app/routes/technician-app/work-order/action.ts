import { redirect } from "@remix-run/cloudflare";
import { openWorkOrderThread } from "~/domain/messages/open.server";
import { MessageInput } from "~/domain/messages/schema";
import { sendMessage } from "~/domain/messages/send.server";
import { recordReading } from "~/domain/refrigerant/record.server";
import { ReadingForm } from "~/domain/refrigerant/schema";
import { TaskResultForm } from "~/domain/service-types/schema";
import type { MutationKind } from "~/domain/technician-app/mutations";
import { addPhoto } from "~/domain/technician-app/photos.server";
import { PhotoInput } from "~/domain/technician-app/schema";
import { addTechnicianPart } from "~/domain/work-order-parts/change.server";
import { TechnicianPart } from "~/domain/work-order-parts/schema";
import { changeWorkOrderStatus } from "~/domain/work-orders/change-status.server";
import { addNote } from "~/domain/work-orders/notes.server";
import { ChangeStatus, NoteInput, SignatureInput, TaskTick } from "~/domain/work-orders/schema";
import { recordResult, signWorkOrder, tickTask } from "~/domain/work-orders/tasks.server";
import { type FormCase, formActions, formCase } from "~/http/form-action";
import { paths } from "~/paths";

type Params = Record<string, string | undefined>;
const refOf = (params: Params) => params.id ?? "";
const backToWorkOrder = (params: Params) => redirect(paths.technicianWorkOrder(refOf(params)));

const cases: Record<MutationKind, FormCase> = {
  changeStatus: formCase(ChangeStatus, async ({ ctx, input, params }) => {
    await changeWorkOrderStatus(ctx, refOf(params), input);
    return backToWorkOrder(params);
  }),
  tickTask: formCase(TaskTick, async ({ ctx, input, params }) => {
    await tickTask(ctx, refOf(params), input);
    return backToWorkOrder(params);
  }),
  recordResult: formCase(
    TaskResultForm,
    async ({ ctx, input: { taskId, version, occurredAt, clockOffsetMs, ...result }, params }) => {
      await recordResult(ctx, { ref: refOf(params), taskId, version, occurredAt, clockOffsetMs }, result);
      return backToWorkOrder(params);
    },
  ),
  recordReading: formCase(ReadingForm, async ({ ctx, input, params }) => {
    await recordReading(
      ctx,
      { ref: refOf(params), serviceGroupId: input.serviceGroupId ?? "" },
      { ...input, isFromField: true },
    );
    return backToWorkOrder(params);
  }),
  addNote: formCase(NoteInput, async ({ ctx, input, params }) => {
    await addNote(ctx, refOf(params), input);
    return backToWorkOrder(params);
  }),
  sendMessage: formCase(MessageInput, async ({ ctx, input, params }) => {
    const { id } = await openWorkOrderThread(ctx, refOf(params));
    await sendMessage(ctx, id, input);
    return backToWorkOrder(params);
  }),
  addPart: formCase(TechnicianPart, async ({ ctx, input, params }) => {
    await addTechnicianPart(ctx, refOf(params), input);
    return backToWorkOrder(params);
  }),
  sign: formCase(SignatureInput, async ({ ctx, input, params }) => {
    await signWorkOrder(ctx, refOf(params), input);
    return backToWorkOrder(params);
  }),
  addPhoto: formCase(PhotoInput, async ({ ctx, input, params }) => {
    await addPhoto(ctx, refOf(params), input);
    return backToWorkOrder(params);
  }),
};

/** Handles the forms of a work order's screen, sent directly or from the outbox. */
export const action = formActions(cases);
