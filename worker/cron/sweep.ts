import { sweepDeletions } from "~/domain/account-deletion/carry-out.server";
import { sweepBanks } from "~/domain/finance/bank-link/jobs.server";
import { reencryptTokens } from "~/domain/finance/bank-link/tokens.server";
import { sweepStagedImports } from "~/domain/finance/imports/stage.server";
import { sweepUndoneImports } from "~/domain/finance/imports/undo.server";
import { sweepOutbox } from "~/domain/outbox/deliver.server";
import { purgeExpiredRecords } from "~/domain/outbox/purge.server";
import { sweepMaintenance } from "~/domain/work-orders/book-maintenance.server";
import { systemCtx } from "../context";
import type { Env } from "../env";

/**
 * Every minute: accounts that their owners deleted go, quiet banks are polled, messages a queue lost are sent again; every hour old keys, tokens and abandoned
 * imports are deleted and planned maintenance gets its work orders.
 */
export async function sweep(event: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
  const ctx = systemCtx(env, (work) => execution.waitUntil(work));
  await sweepDeletions(ctx);
  await sweepBanks(ctx);
  await sweepOutbox(ctx);
  const minute = new Date(event.scheduledTime).getUTCMinutes();
  if (minute === 0) await purgeExpiredRecords(ctx);
  if (minute === 15) await sweepStagedImports(ctx);
  if (minute === 20) await sweepUndoneImports(ctx);
  if (minute % 5 === 0) await reencryptTokens(ctx);
  if (minute === 30) await sweepMaintenance(ctx);
}
