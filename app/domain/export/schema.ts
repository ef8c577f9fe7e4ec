import { z } from "zod";

export const ExportId = z.object({ id: z.string().min(1).max(64) });

/** What a download link carries. */
export const ExportLink = z.object({
  expires: z.coerce.number().int().describe("Seconds since 1970"),
  signature: z.string().min(1).max(100),
});
export type ExportLink = z.output<typeof ExportLink>;
