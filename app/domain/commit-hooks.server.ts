import { archivedCustomerHook } from "~/domain/customers/archived.server";
import { restoringHook } from "~/domain/export/restoring.server";
import type { CommitHook } from "~/domain/shared/write.server";
import { dueWebhooksHook } from "~/domain/webhooks/due.server";

/** What areas add to every change of tenants' data. */
export const commitHooks: readonly CommitHook[] = [restoringHook, archivedCustomerHook, dueWebhooksHook];
