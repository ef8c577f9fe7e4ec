import { sweepDeletions } from "~/domain/account-deletion/carry-out.server";
import { sweepSecondSteps } from "~/domain/auth/second-step/lost.server";
import { reencryptSecondSteps } from "~/domain/auth/second-step/secret.server";
import { sweepBusinessDeletions } from "~/domain/business-deletion/carry-out.server";
import { sweepHosts } from "~/domain/code-hosts/sync/jobs.server";
import { reencryptHostTokens } from "~/domain/code-hosts/tokens.server";
import { sweepExports } from "~/domain/export/make.server";
import { sweepRestores } from "~/domain/export/sweep-restores.server";
import { sweepBanks } from "~/domain/finance/bank-link/jobs.server";
import { reencryptTokens } from "~/domain/finance/bank-link/tokens.server";
import { sweepStagedImports } from "~/domain/finance/imports/stage.server";
import { sweepUndoneImports } from "~/domain/finance/imports/undo.server";
import { sweepReservations } from "~/domain/inventory/reserve.server";
import { reencryptCardKeys } from "~/domain/invoices/card-account/keys.server";
import { sweepPayments } from "~/domain/invoices/online/sweep.server";
import { sweepPayouts } from "~/domain/invoices/payouts/sync.server";
import { sweepReminders } from "~/domain/invoices/reminders.server";
import { purgeAttachments } from "~/domain/issues/attachments.server";
import { purgePlaces } from "~/domain/maps/technician-places.server";
import { sweepHeldMessages } from "~/domain/messages/customer.server";
import { sweepUnreadNotices } from "~/domain/messages/notices.server";
import { sweepMoves } from "~/domain/operations/tenant-moves/run.server";
import { sweepOutbox } from "~/domain/outbox/deliver.server";
import { purgeIdentity, purgeTenants } from "~/domain/outbox/purge.server";
import { sweepPlans } from "~/domain/plans/sweep.server";
import { reencryptSubscriptions } from "~/domain/push/subscription.server";
import { sweepLeaks } from "~/domain/refrigerant/notices.server";
import type { Ctx } from "~/domain/shared/context";
import { logNotice, logUnforeseen } from "~/domain/shared/log.server";
import { onShard } from "~/domain/shared/shards.server";
import { encryptSiteAccess } from "~/domain/sites/access.server";
import { sweepTodoReminders } from "~/domain/todos/reminders.server";
import { purgeRecordings } from "~/domain/voice/sessions/purge.server";
import { sweepWebhooks } from "~/domain/webhooks/deliver.server";
import { reencryptSigningSecrets } from "~/domain/webhooks/secrets.server";
import { startArchiving, sweepArchiveLeftovers } from "~/domain/work-orders/archive/carry-out.server";
import { sweepMaintenance } from "~/domain/work-orders/book-maintenance.server";
import { systemCtx } from "../context";
import type { Env } from "../env";

/**
 * Every minute: carries out deletions of accounts and businesses, polls plans without news from the processor, resends messages a
 * queue lost and resumes stalled tenant moves. Every hour: ends two-step verification its owner lost access to, and deletes old
 * keys, tokens and messages. Then sweeps every shard in parallel; a failing shard does not hold up the others. A closed shard is
 * skipped: its work waits.
 */
export async function sweep(event: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
  const ctx = await systemCtx(env, (work) => execution.waitUntil(work));
  const at = new Date(event.scheduledTime);
  const { names, closed } = ctx.shards;
  if (closed.size > 0) logNotice(ctx.request.id, "sweep", `passed over, since closed: shard ${[...closed].join(", ")}`);
  const open = names.filter((shard) => !closed.has(shard));
  const swept = await Promise.allSettled([
    sweepDirectory(ctx, at),
    ...open.map((shard) => sweepShard(onShard(ctx, shard), at)),
  ]);
  const failures = swept.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  for (const reason of failures) logUnforeseen(ctx.request.id, "sweep", reason);
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} of ${swept.length} sweeps failed`);
}

async function sweepDirectory(ctx: Ctx, at: Date): Promise<void> {
  const minute = at.getUTCMinutes();
  await sweepDeletions(ctx);
  await sweepBusinessDeletions(ctx);
  await sweepOutbox(ctx, "identity");
  await sweepPlans(ctx);
  await sweepMoves(ctx);
  if (minute === 0) await purgeIdentity(ctx);
  if (minute === 10) await sweepSecondSteps(ctx);
  if (minute % 5 === 1 && renewsSecrets(ctx, at)) {
    await reencryptSecondSteps(ctx);
    await reencryptSubscriptions(ctx);
  }
}

/** In UTC: before the day starts in the United States. */
const NIGHT_HOUR = 9;

/** Every run while keys are being rotated; otherwise once a night, for secrets stored without a key's name. */
const renewsSecrets = (ctx: Ctx, at: Date) =>
  ctx.providers.secrets.previousEncryption !== null || (at.getUTCHours() === NIGHT_HOUR && at.getUTCMinutes() < 5);

/**
 * Sweeps the tenants of one shard. Every minute: polls quiet banks and card payments without news, resends messages a queue lost,
 * queues due webhooks, sends texts that waited for the end of quiet hours, mails unread messages and to-do reminders. Every five
 * minutes: sends due reminders, deletes expired exports and uploads of restores. Every hour: deletes old keys, abandoned imports,
 * recordings of deleted work orders and removed files of issues, creates work orders of planned maintenance, releases expired
 * reservations and checks leak deadlines an alarm missed. Every night: archives details of closed work orders and deletes archive
 * files that no row names.
 */
async function sweepShard(ctx: Ctx, at: Date): Promise<void> {
  const minute = at.getUTCMinutes();
  const renews = renewsSecrets(ctx, at);
  await sweepBanks(ctx);
  await sweepHosts(ctx);
  await sweepOutbox(ctx, "tenants");
  await sweepWebhooks(ctx);
  await sweepPayments(ctx);
  await sweepPayouts(ctx);
  await sweepHeldMessages(ctx);
  await sweepUnreadNotices(ctx);
  await sweepTodoReminders(ctx);
  if (minute === 0) await purgeTenants(ctx);
  if (minute === 5) await purgeRecordings(ctx);
  if (minute === 8) await purgeAttachments(ctx);
  if (minute % 5 === 3) await sweepExports(ctx);
  if (minute % 5 === 4) await sweepRestores(ctx);
  if (minute === 15) await sweepStagedImports(ctx);
  if (minute === 20) await sweepUndoneImports(ctx);
  if (minute % 5 === 0 && renews) await reencryptTokens(ctx);
  if (minute % 5 === 2) await sweepReminders(ctx);
  if (minute % 5 === 3 && renews) await reencryptHostTokens(ctx);
  if (minute % 5 === 3 && renews) await reencryptSigningSecrets(ctx);
  if (minute % 5 === 4 && renews) await reencryptCardKeys(ctx);
  if (minute % 5 === 4 && renews) await encryptSiteAccess(ctx);
  if (minute % 5 === 0) await purgePlaces(ctx);
  if (minute === 30) await sweepMaintenance(ctx);
  if (minute === 40) await sweepReservations(ctx);
  if (minute === 50) await sweepLeaks(ctx);
  if (minute === 25 && at.getUTCHours() === NIGHT_HOUR) await startArchiving(ctx);
  if (minute === 55) await sweepArchiveLeftovers(ctx);
}
