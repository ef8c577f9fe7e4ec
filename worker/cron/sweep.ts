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
import { logNotice } from "~/domain/shared/log.server";
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
 * Every minute: accounts and businesses that their owners deleted go, plans that nothing was heard of are asked for, messages a
 * queue lost are sent again, moves of tenants that nobody works on go on; every hour two-step verification ends that its owner lost, and old keys, tokens and messages are
 * deleted. Then every shard: none waits for another, and one that fails holds up none. One that is closed is passed over: what is due there
 * waits.
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

/** In UTC: before the day begins in the United States. */
const NIGHT_HOUR = 9;

/** While keys change; else once a night, for what no key's name stands on. */
const renewsSecrets = (ctx: Ctx, at: Date) =>
  ctx.providers.secrets.previousEncryption !== null || (at.getUTCHours() === NIGHT_HOUR && at.getUTCMinutes() < 5);

/**
 * Of the tenants of one shard, every minute: quiet banks are polled, card payments that nothing was heard of are asked for, messages
 * a queue lost are sent again, webhooks that are due are queued, texts go out that waited for the end of quiet hours, unread messages
 * are told by mail, and people are reminded of to-dos; every five minutes reminders that are due go out and exports that are over and
 * uploads of restores are deleted; every hour old keys, abandoned imports, recordings of deleted work orders and removed files of
 * issues are deleted, planned maintenance gets its work orders, reservations that are over are released and leak deadlines are looked
 * at that an alarm missed. Every night details of closed work orders are archived, and files of archives that nobody names deleted.
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
