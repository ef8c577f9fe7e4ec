import { z } from "zod";
import { Password } from "~/domain/auth/schema";
import { RecordId } from "~/domain/shared/fields";
import { MAX_RESTORE_BYTES } from "./restore";

/** The token in a download link. A truncated one is rejected, like a forged one. */
export const ExportLink = z.object({
  expires: z.string().max(20).optional().describe("Unix time in seconds"),
  signature: z.string().max(100).optional(),
});
export type ExportLink = z.output<typeof ExportLink>;

export const RestoreInput = Password.extend({
  fileName: z.string().trim().min(1, "Choose a file").max(255, "The file's name is longer than 255 characters"),
  bytes: z.coerce
    .number()
    .int()
    .min(1, "The file is empty")
    .max(MAX_RESTORE_BYTES, "The file is larger than 20 GB")
    .describe("Size of the whole file in bytes"),
});
export type RestoreInput = z.output<typeof RestoreInput>;

export const RestorePart = z.object({
  id: RecordId.shape.id,
  part: z.coerce.number().int().min(0).max(100_000).describe("Index of the part, from 0"),
});
