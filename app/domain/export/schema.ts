import { z } from "zod";
import { EXPORT_KINDS } from "./export";

export const ExportId = z.object({ id: z.string().min(1).max(64) });

export const ExportKindParam = z.object({ of: z.enum(EXPORT_KINDS) });

export const ExportParams = z.object({ of: z.enum(EXPORT_KINDS), id: z.string().min(1).max(64) });

/** What a download link carries. */
export const ExportLink = z.object({
  expires: z.coerce.number().int().describe("Seconds since 1970"),
  signature: z.string().min(1).max(100),
});
export type ExportLink = z.output<typeof ExportLink>;
