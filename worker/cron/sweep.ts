import { systemCtx } from "#worker/context";
import type { Env } from "#worker/env";
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
import { sweepReminders } from "~/domain/invoices/receivables/reminders.server";
import { purgeAttachments } from "~/domain/issues/attachments.server";
import { purgePlaces } from "~/domain/maps/technician-places.server";
import { sweepHeldMessages } from "~/domain/messages/customer.server";
import { sweepUnreadNotices } from "~/domain/messages/notices.server";
import { sweepHouseholdConversations } from "~/domain/operations/tenant-moves/household-conversations.server";
import { sweepMoves } from "~/domain/operations/tenant-moves/run.server";
import { sweepOutbox } from "~/domain/outbox/deliver.server";
import { purgeIdentity, purgeTenants } from "~/domain/outbox/purge.server";
import { sweepPlans } from "~/domain/plans/sweep.server";
import { reencryptSubscriptions } from "~/domain/push/subscription.server";
import { sweepLeaks } from "~/domain/refrigerant/leaks/notices.server";
import { attempt } from "~/domain/shared/attempt.server";
import type { Ctx } from "~/domain/shared/context";
import { logNotice } from "~/domain/shared/log.server";
import { onShard } from "~/domain/shared/shards.server";
import { encryptSiteAccess } from "~/domain/sites/access.server";
import { sweepTodoReminders } from "~/domain/todos/reminders.server";
import { purgeRecordings } from "~/domain/voice/sessions/recordings/purge.server";
import { sweepWebhooks } from "~/domain/webhooks/deliver.server";
import { reencryptSigningSecrets } from "~/domain/webhooks/secrets.server";
import { startArchiving, sweepArchiveLeftovers } from "~/domain/work-orders/archive/carry-out.server";
import { sweepMaintenance } from "~/domain/work-orders/maintenance/book-maintenance.server";

/**
 * Every minute: carries out deletions of accounts and businesses, polls plans without news from the processor, resends messages a
 * queue lost and resumes stalled tenant moves. Every hour: ends two-step verification its owner lost access to, and deletes old
 * keys, tokens and messages. Sweeps every shard at the same time. A sweep that fails does not hold up the others, but the run
 * counts as failed. A closed shard is skipped: its work waits.
 * @throws Error that names the failed sweeps, after all have run
 */
export async function sweep(event: ScheduledController, env: Env, execution: ExecutionContext): Promise<void> {
  const ctx = await systemCtx(env, (work) => execution.waitUntil(work));
  const at = new Date(event.scheduledTime);
  const { names, closed } = ctx.shards;
  if (closed.size > 0) logNotice(ctx.request.id, "sweep", `passed over, since closed: shard ${[...closed].join(", ")}`);
  const open = names.filter((shard) => !closed.has(shard));
  const swept = await Promise.all([
    runInTurn(ctx, directorySweeps(ctx, at)),
    ...open.map((shard) => runInTurn(onShard(ctx, shard), shardSweeps(ctx, at))),
  ]);
  const failed = swept.flat();
  if (failed.length > 0)
    throw new Error(`${failed.length} ${failed.length === 1 ? "sweep" : "sweeps"} failed: ${failed.join(", ")}`);
}

/** A sweep and the name it is logged under; one that is not due in this minute is left out. */
type Sweep = readonly [name: string, run: (ctx: Ctx) => Promise<unknown>, isDue?: boolean];

/** Returns the names of the sweeps that failed. */
async function runInTurn(ctx: Ctx, sweeps: readonly Sweep[]): Promise<string[]> {
  const failed: string[] = [];
  for (const [name, run, isDue = true] of sweeps) {
    const fullName = `${ctx.shards.bound ?? "directory"}/${name}`;
    if (isDue && !(await attempt(ctx, `sweep/${fullName}`, () => run(ctx)))) failed.push(fullName);
  }
  return failed;
}

function directorySweeps(ctx: Ctx, at: Date): Sweep[] {
  const minute = at.getUTCMinutes();
  const renews = minute % 5 === 1 && renewsSecrets(ctx, at);
  return [
    ["account-deletions", sweepDeletions],
    ["business-deletions", sweepBusinessDeletions],
    ["outbox", (directory) => sweepOutbox(directory, "identity")],
    ["plans", sweepPlans],
    ["tenant-moves", sweepMoves],
    ["purge", purgeIdentity, minute === 0],
    ["second-steps", sweepSecondSteps, minute === 10],
    ["second-step-secrets", reencryptSecondSteps, renews],
    ["push-subscriptions", reencryptSubscriptions, renews],
  ];
}

/** In UTC: before the day starts in the United States. */
const NIGHT_HOUR = 9;

/** Every run while keys are being rotated; otherwise once a night, for secrets stored without a key's name. */
const renewsSecrets = (ctx: Ctx, at: Date) =>
  ctx.providers.secrets.previousEncryption !== null || (at.getUTCHours() === NIGHT_HOUR && at.getUTCMinutes() < 5);

/**
 * The sweeps of the tenants of one shard. Every minute: polls quiet banks and card payments without news, resends messages a
 * queue lost, queues due webhooks, sends texts that waited for the end of quiet hours, mails unread messages and to-do reminders.
 * Every five minutes: sends due reminders, creates work orders of planned maintenance for the businesses whose turn it is, deletes
 * expired exports and uploads of restores. Every hour: deletes old keys, abandoned imports, recordings of deleted work orders and
 * removed files of issues, moves conversations about households to the households' shards, releases expired reservations and
 * checks leak deadlines an alarm missed. Every night: archives details of closed work orders and deletes archive files that no row
 * names.
 */
function shardSweeps(ctx: Ctx, at: Date): Sweep[] {
  const minute = at.getUTCMinutes();
  const renews = renewsSecrets(ctx, at);
  return [
    ["banks", sweepBanks],
    ["code-hosts", sweepHosts],
    ["outbox", (shard) => sweepOutbox(shard, "tenants")],
    ["webhooks", sweepWebhooks],
    ["payments", sweepPayments],
    ["payouts", sweepPayouts],
    ["held-messages", sweepHeldMessages],
    ["unread-messages", sweepUnreadNotices],
    ["to-dos", sweepTodoReminders],
    ["purge", purgeTenants, minute === 0],
    ["recordings", purgeRecordings, minute === 5],
    ["attachments", purgeAttachments, minute === 8],
    ["exports", sweepExports, minute % 5 === 3],
    ["restores", sweepRestores, minute % 5 === 4],
    ["staged-imports", sweepStagedImports, minute === 15],
    ["undone-imports", sweepUndoneImports, minute === 20],
    ["bank-tokens", reencryptTokens, minute % 5 === 0 && renews],
    ["reminders", sweepReminders, minute % 5 === 2],
    ["host-tokens", reencryptHostTokens, minute % 5 === 3 && renews],
    ["signing-secrets", reencryptSigningSecrets, minute % 5 === 3 && renews],
    ["card-keys", reencryptCardKeys, minute % 5 === 4 && renews],
    ["site-access", encryptSiteAccess, minute % 5 === 4 && renews],
    ["technician-places", purgePlaces, minute % 5 === 0],
    ["maintenance", sweepMaintenance, minute % 5 === 0],
    ["household-conversations", sweepHouseholdConversations, minute === 35],
    ["reservations", sweepReservations, minute === 40],
    ["leaks", sweepLeaks, minute === 50],
    ["archiving", startArchiving, minute === 25 && at.getUTCHours() === NIGHT_HOUR],
    ["archive-leftovers", sweepArchiveLeftovers, minute === 55],
  ];
}
