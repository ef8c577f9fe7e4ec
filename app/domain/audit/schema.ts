import { z } from "zod";
import { paging, scheduleDate } from "~/domain/shared/fields";
import { AUDIT_TOPICS } from "./audit-log";

/** Filters of the audit log; `from` and `to` are days of the business's calendar, both included. */
export const AuditFilter = z.object({
  person: z.string().max(64).optional(),
  topic: z.enum(AUDIT_TOPICS).optional(),
  from: scheduleDate.optional(),
  to: scheduleDate.optional(),
  ...paging,
});
export type AuditFilter = z.output<typeof AuditFilter>;

/** The screen's own: what cannot be read is left out. */
export const AuditScreenFilter = z.object({
  person: z.string().max(64).optional().catch(undefined),
  topic: z.enum(AUDIT_TOPICS).optional().catch(undefined),
  from: scheduleDate.optional().catch(undefined),
  to: scheduleDate.optional().catch(undefined),
  limit: paging.limit.catch(25),
  cursor: paging.cursor.catch(undefined),
});
