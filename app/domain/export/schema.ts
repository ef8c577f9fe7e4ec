import { z } from "zod";

export const ExportId = z.object({ id: z.string().min(1).max(64) });

/** What a download link carries. One that is cut off opens nothing, as a forged one does. */
export const ExportLink = z.object({
  expires: z.coerce.number().int().catch(0).describe("Seconds since 1970"),
  signature: z.string().max(100).catch(""),
});
export type ExportLink = z.output<typeof ExportLink>;
