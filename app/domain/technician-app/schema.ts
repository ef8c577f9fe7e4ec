import { z } from "zod";
import { blankToNull, clockOffsetMs, deviceInstant, line, optionalLine, version } from "~/domain/shared/fields";

/** A photo of the work order, and the task that requested it, if any. */
export const PhotoInput = z.object({
  photo: z.instanceof(File, { error: "Take a photo" }).meta({ type: "string", format: "binary" }),
  taskId: blankToNull(z.guid({ error: "Unknown task" })).default(null),
  takenAt: blankToNull(deviceInstant).default(null),
  clockOffsetMs: clockOffsetMs.optional(),
});

/** `version` is the task's as the device saw it: a result recorded since is not overwritten. */
export const TaskDone = z.object({
  done: z.boolean({ error: "Choose done or not done" }),
  version: version.optional(),
});

/** A part used, which the office reads as a note. */
export const PartInput = z.object({ part: line("Enter the part", 200), quantity: optionalLine(20).default(null) });
