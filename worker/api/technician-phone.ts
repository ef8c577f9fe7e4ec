import { z } from "zod";
import { photoMaximum, photoTooLarge } from "~/domain/technician-app/photos";
import { addPhoto, readPhoto } from "~/domain/technician-app/photos.server";
import { PhotoInput, TaskDone } from "~/domain/technician-app/schema";
import { SignatureInput } from "~/domain/work-orders/schema";
import { signWorkOrder, tickTask } from "~/domain/work-orders/tasks.server";
import { type Endpoint, endpoint } from "./endpoint";

const tag = "Work orders";
const ofJob = z.object({ id: z.string().describe("Id, number or WO-012 of the work order") });
const Id = z.object({ id: z.string() });

/** What a technician puts down on a job, beside its status, notes and results. */
export const technicianPhone: Endpoint[] = [
  endpoint({
    method: "put",
    path: "/work-orders/{id}/tasks/{taskId}/done",
    tag,
    summary: "Tick a task, or take the tick back",
    params: ofJob.extend({ taskId: z.string().max(64) }),
    body: TaskDone,
    answer: Id,
    run: ({ ctx, params, body }) => tickTask(ctx, params.id, { taskId: params.taskId, ...body }),
  }),
  endpoint({
    method: "post",
    path: "/work-orders/{id}/signatures",
    tag,
    summary: "Keep what the customer signed; it is never changed",
    params: ofJob,
    body: SignatureInput,
    status: 201,
    answer: Id,
    run: ({ ctx, params, body }) => signWorkOrder(ctx, params.id, body),
  }),
  endpoint({
    method: "post",
    path: "/work-orders/{id}/photos",
    tag,
    summary: "Keep a JPEG, PNG or WebP picture of at most 8 MB; it settles the task that asked for it",
    params: ofJob,
    body: PhotoInput,
    upload: { mostBytes: photoMaximum, tooLarge: photoTooLarge },
    status: 201,
    answer: Id,
    run: ({ ctx, params, body }) => addPhoto(ctx, params.id, body),
  }),
  endpoint({
    method: "get",
    path: "/work-orders/{id}/photos/{photoId}",
    tag,
    summary: "The picture itself",
    params: ofJob.extend({ photoId: z.string().max(64) }),
    run: async ({ ctx, params }) => {
      const { body, contentType } = await readPhoto(ctx, params.id, params.photoId);
      const headers = {
        "Content-Type": contentType,
        "Content-Disposition": "inline",
        "Cache-Control": "private, max-age=86400",
        Vary: "Cookie",
      };
      return new Response(body, { headers });
    },
  }),
];
