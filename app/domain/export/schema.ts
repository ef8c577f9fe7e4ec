import { z } from "zod";

export const ExportId = z.object({ id: z.string().min(1).max(64) });

/** What a download link carries. One that is cut off opens nothing, as a forged one does. */
export const ExportLink = z.object({
  expires: z.string().max(20).optional().describe("Seconds since 1970"),
  signature: z.string().max(100).optional(),
});
export type ExportLink = z.output<typeof ExportLink>;
