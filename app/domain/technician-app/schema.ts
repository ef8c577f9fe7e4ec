import { z } from "zod";
import { blankToNull, clockOffsetMs, deviceInstant, deviceTime, version } from "~/domain/shared/fields";

/** A photo of the work order, and the task that requested it, if any. */
export const PhotoInput = z.object({
  photo: z.instanceof(File, { error: "Take a photo" }).meta({ type: "string", format: "binary" }),
  taskId: blankToNull(z.guid({ error: "Unknown task" })).default(null),
  takenAt: blankToNull(deviceInstant).default(null),
  clockOffsetMs: clockOffsetMs.optional(),
});

/** `version` is the task's as seen on the device: a result recorded since is not overwritten. */
export const TaskDone = z.object({
  done: z.boolean({ error: "Choose done or not done" }),
  version: version.optional(),
  ...deviceTime,
});

/** Whether the photo is visible to the customer. */
export const PhotoVisibility = z.object({
  visible: z.preprocess((value) => value === true || value === "true", z.boolean({ error: "Choose yes or no" })),
});

/** Where to save a customer's picture in addition to its conversation: `job:` or `property:` and its number or id. */
export const SavePicture = z.object({
  saveTo: z
    .string("Choose where to save it")
    .max(80, "Choose where to save it")
    .regex(/^(job|property):[\w-]+$/, "Choose where to save it"),
});
export type SavePicture = z.output<typeof SavePicture>;
