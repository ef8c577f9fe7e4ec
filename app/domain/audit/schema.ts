import { z } from "zod";
import { paging, pagingView, scheduleDate } from "~/domain/shared/fields";
import { AUDIT_TOPICS } from "./audit-log";

/** Filters of the audit log; `from` and `to` are dates in the business's time zone, both inclusive. */
export const AuditFilter = z.object({
  person: z.string().max(64).optional(),
  topic: z.enum(AUDIT_TOPICS).optional(),
  from: scheduleDate.optional(),
  to: scheduleDate.optional(),
  ...paging,
});
/** Screens can also page back. */
export type AuditFilter = z.output<typeof AuditFilter> & { before?: string };

/** For the screen: invalid values are ignored. */
export const AuditScreenFilter = z.object({
  person: z.string().max(64).optional().catch(undefined),
  topic: z.enum(AUDIT_TOPICS).optional().catch(undefined),
  from: scheduleDate.optional().catch(undefined),
  to: scheduleDate.optional().catch(undefined),
  ...pagingView,
});
