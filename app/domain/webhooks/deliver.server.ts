import { and, eq, isNull, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { organizations } from "#drizzle/schema/identity";
import { webhookAttempts, webhookDeliveries, webhookEndpoints } from "#drizzle/schema/webhooks";
import { API_KEY_PERMISSIONS } from "~/domain/api-keys/api-key";
import { businessMail } from "~/domain/mail/message";
import type { DueWebhookEndpoint, Mail, WebhookAnswer } from "~/domain/providers";
import { type Ctx, withinOrganization } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { logUnforeseen } from "~/domain/shared/log.server";
import { allowAdmin } from "~/domain/shared/permissions";
import { boundShard, isOnThisShard } from "~/domain/shared/shards.server";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { commit } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import { cancelPending, isEndpoint } from "./change.server";
import { type DisabledBy, hasFailedTooLong, nextAttemptAt, SLOW_MS } from "./endpoint";
import { objectOf, type WebhookObject } from "./event";
import { decryptSigningSecret, type EndpointKey } from "./secrets.server";
import { signatureOf } from "./signature.server";

/** Reads each kind of record in API form. @throws DomainError not_found for one that is deleted */
export type WebhookRecords = Record<WebhookObject, (ctx: Ctx, id: string) => Promise<unknown>>;

/** The maximum number of deliveries sent to one endpoint at a time. */
const ROUND = 10;
/** Longer than a round takes, so that a crashed run does not block the endpoint for long. */
const LEASE_MS = MINUTE_MS;
/** A larger record is left out of the event; the receiver can fetch it from the API. */
const MAX_RECORD_CHARACTERS = 200_000;
const MAX_ADMINS_NOTIFIED = 20;

interface Leased {
  url: string;
  secret: string;
  previousSecret: string | null;
  failingSince: string | null;
}

interface Due {
  id: string;
  event: string;
  recordId: string;
  changes: string;
  occurredAt: string;
  attempts: number;
  body: string | null;
}

/**
 * Sends an endpoint its due deliveries, ten at a time. Only one run at a time works on an endpoint; others leave it to that one.
 * Each event is sent at least once: after a crash between the response and recording it, it is sent again with the same id and
 * body. Returns the milliseconds until something is due again, and whether the endpoint is slow; null if nothing is due, or
 * another run is working on it.
 */
export async function deliverWebhooks(
  ctx: Ctx,
  { orgId, endpointId }: EndpointKey,
  records: WebhookRecords,
): Promise<{ dueInMs: number; slow: boolean } | null> {
  const key = { orgId, endpointId };
  const lease = ctx.newId();
  const now = ctx.now.toISOString();
  const [[endpoint], due] = await ctx.db.batch([
    ctx.db.all<Leased>(sql`
      UPDATE webhook_endpoints SET lease = ${lease}, lease_until = ${after(ctx, LEASE_MS)}
      WHERE org_id = ${orgId} AND id = ${endpointId} AND status = 'enabled' AND (lease_until IS NULL OR lease_until <= ${now})
      RETURNING url, secret, failing_since AS failingSince,
        CASE WHEN previous_secret_until > ${now} THEN previous_secret END AS previousSecret`),
    ctx.db.all<Due>(sql`
      SELECT id, event, record_id AS recordId, changes, occurred_at AS occurredAt, attempts, body FROM webhook_deliveries
      WHERE org_id = ${orgId} AND endpoint_id = ${endpointId} AND status = 'pending' AND next_attempt_at <= ${now}
      ORDER BY next_attempt_at LIMIT ${ROUND}`),
  ]);
  if (!endpoint) return null;
  const within = await asBusiness(ctx, orgId);
  if (!within) return null;
  if (due.length === 0) return release(within, key, { lease, outcomes: [], failingSince: endpoint.failingSince });
  const bodies = await writeBodies(within, key, { due, records });
  const secrets = [endpoint.secret, ...(endpoint.previousSecret ? [endpoint.previousSecret] : [])];
  const keys = await Promise.all(secrets.map((secret) => decryptSigningSecret(ctx, key, secret)));
  const outcomes = await Promise.all(
    due.map((delivery) => attempt(ctx, key, { url: endpoint.url, keys, delivery, body: bodies.get(delivery.id) })),
  );
  return release(within, key, { lease, outcomes, failingSince: endpoint.failingSince });
}

const after = (ctx: Ctx, milliseconds: number) => new Date(ctx.now.getTime() + milliseconds).toISOString();

/** The system's context within the business. Null if the business is deleted. */
async function asBusiness(ctx: Ctx, orgId: string): Promise<Ctx | null> {
  const [row] = await ctx.db
    .select({ orgKey: organizations.key, timeZone: organizations.timeZone })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  return row ? withinOrganization({ ...ctx, actor: { kind: "system", member: null } }, { orgId, ...row }) : null;
}

/**
 * Bodies are stored before the first attempt, so that every attempt sends the same one. None is stored if the record could not be
 * read.
 */
async function writeBodies(
  ctx: Ctx,
  key: EndpointKey,
  { due, records }: { due: Due[]; records: WebhookRecords },
): Promise<Map<string, string>> {
  const reader = asProgram(ctx, key.endpointId);
  const made = await Promise.all(
    due.map(async (delivery) => ({
      id: delivery.id,
      isNew: delivery.body === null,
      body: await bodyOf(reader, delivery, records),
    })),
  );
  const bodies = new Map(made.flatMap(({ id, body }) => (body === null ? [] : [[id, body]])));
  const [first, ...rest] = made
    .filter(({ isNew, body }) => isNew && body !== null)
    .map(({ id, body }) =>
      ctx.db
        .update(webhookDeliveries)
        .set({ body })
        .where(and(isDelivery(key, id), isNull(webhookDeliveries.body))),
    );
  if (first) await ctx.db.batch([first, ...rest]);
  return bodies;
}

/** Records are read as if with an API key that has every permission: never more than the receiver could fetch itself. */
function asProgram(ctx: Ctx, endpointId: string): Ctx {
  const member = { ...allowAdmin(ctx), userId: endpointId, roles: [], permissions: API_KEY_PERMISSIONS };
  return { ...ctx, actor: { kind: "api_key", member } };
}

export const isDelivery = ({ orgId, endpointId }: EndpointKey, id: string) =>
  and(eq(webhookDeliveries.orgId, orgId), eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.id, id));

async function bodyOf(ctx: Ctx, { event, recordId, changes, occurredAt, body }: Due, records: WebhookRecords) {
  if (body !== null) return body;
  const object = objectOf(event);
  const message = (data: object) => JSON.stringify({ type: event, timestamp: occurredAt, data });
  if (object === null) return message({ id: recordId, object: "webhook_endpoint", changes: {}, record: null });
  try {
    const record = await recordOf(ctx, records[object], recordId);
    const isTooLong = JSON.stringify(record).length > MAX_RECORD_CHARACTERS;
    return message({ id: recordId, object, changes: JSON.parse(changes), record: isTooLong ? null : record });
  } catch (error) {
    logUnforeseen(ctx.request.id, `webhook/${event}`, error);
    return null;
  }
}

/** Null for a record that has been deleted. */
async function recordOf(ctx: Ctx, read: WebhookRecords[WebhookObject], id: string): Promise<unknown> {
  try {
    return await read(ctx, id);
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") return null;
    throw error;
  }
}

interface Outcome {
  delivered: boolean;
  gone: boolean;
  slow: boolean;
  /** Nothing was sent, because the record could not be read: no failure of the endpoint. */
  unreadable: boolean;
}

interface Attempt {
  url: string;
  /** The signing secrets. */
  keys: readonly string[];
  delivery: Due;
  /** Undefined if the record could not be read. */
  body: string | undefined;
}

async function attempt(ctx: Ctx, key: EndpointKey, { url, keys, delivery, body }: Attempt): Promise<Outcome> {
  const { id } = delivery;
  const startedAt = Date.now();
  const answer = body === undefined ? { problem: "unreadable" as const } : await post(ctx, { url, keys, id, body });
  const durationMs = Math.max(0, Date.now() - startedAt);
  const status = "status" in answer ? answer.status : null;
  const delivered = status !== null && status >= 200 && status < 300;
  const gone = status === 410;
  const attempts = delivery.attempts + 1;
  const retryAfterMs = "retryAfterMs" in answer ? answer.retryAfterMs : null;
  const next = delivered || gone ? null : nextAttemptAt(ctx.now, { attempts, random: Math.random(), retryAfterMs });
  await ctx.db.batch([
    ctx.db.insert(webhookAttempts).values({
      ...{ ...key, deliveryId: id, id: ctx.newId(), at: ctx.now.toISOString(), durationMs, url },
      ...{ responseStatus: status, responseBody: "body" in answer ? answer.body : null },
      problem: problemOf(answer),
    }),
    ctx.db
      .update(webhookDeliveries)
      .set({
        ...{ status: delivered ? "delivered" : next ? "pending" : "failed", attempts, responseStatus: status },
        nextAttemptAt: next?.toISOString() ?? null,
      })
      // A delivery canceled or resent in the meantime is not changed.
      .where(
        and(
          isDelivery(key, id),
          eq(webhookDeliveries.status, "pending"),
          eq(webhookDeliveries.attempts, delivery.attempts),
        ),
      ),
  ]);
  return { delivered, gone, slow: durationMs >= SLOW_MS, unreadable: body === undefined };
}

async function post(
  ctx: Ctx,
  { url, keys, id, body }: { url: string; keys: readonly string[]; id: string; body: string },
): Promise<WebhookAnswer> {
  const timestamp = Math.floor(ctx.now.getTime() / 1000);
  const headers = {
    "content-type": "application/json",
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": await signatureOf({ id, timestamp, body }, keys),
  };
  return ctx.providers.webhooks.post({ url, headers, body });
}

function problemOf(answer: WebhookAnswer | { problem: "unreadable" }): string | null {
  if ("problem" in answer) return answer.problem;
  if (answer.status >= 300 && answer.status < 400) return "redirect";
  if (answer.status === 410) return "gone";
  return answer.status >= 200 && answer.status < 300 ? null : "refused";
}

interface Round {
  lease: string;
  outcomes: Outcome[];
  failingSince: string | null;
}

/** Releases the endpoint, and turns it off if it is gone or has failed for days. */
async function release(ctx: Ctx, key: EndpointKey, { lease, outcomes, failingSince: was }: Round) {
  const { orgId, endpointId } = key;
  const failed = outcomes.some(({ delivered, unreadable }) => !delivered && !unreadable);
  const works = outcomes.some(({ delivered }) => delivered);
  const failingSince = works ? null : failed ? (was ?? ctx.now.toISOString()) : was;
  const slow = outcomes.some((outcome) => outcome.slow);
  const off = outcomes.some(({ gone }) => gone)
    ? "gone"
    : failed && hasFailedTooLong(failingSince, ctx.now)
      ? "failing"
      : null;
  if (off) {
    await turnOff(ctx, key, { lease, by: off });
    return null;
  }
  const [released] = await ctx.db.all<{ nextDeliveryAt: string | null }>(sql`
    UPDATE webhook_endpoints SET lease = NULL, lease_until = NULL, failing_since = ${failingSince},
      slow = ${outcomes.length === 0 ? sql`slow` : slow ? 1 : 0},
      next_delivery_at = (SELECT min(d.next_attempt_at) FROM webhook_deliveries d
        WHERE d.org_id = webhook_endpoints.org_id AND d.endpoint_id = webhook_endpoints.id AND d.status = 'pending')
    WHERE org_id = ${orgId} AND id = ${endpointId} AND lease = ${lease} AND status = 'enabled' RETURNING next_delivery_at AS nextDeliveryAt`);
  if (!released?.nextDeliveryAt) return null;
  return { dueInMs: Math.max(0, Date.parse(released.nextDeliveryAt) - ctx.now.getTime()), slow };
}

/**
 * Turns the endpoint off and emails each Admin, in one batch. Waiting deliveries are canceled; they stay in the log and can be
 * resent.
 */
async function turnOff(
  ctx: Ctx,
  { orgId, endpointId }: EndpointKey,
  { lease, by }: { lease: string; by: Exclude<DisabledBy, "admin"> },
): Promise<void> {
  const me = allowAdmin(ctx);
  const admins = await ctx.db.all<{ email: string }>(sql`
    SELECT u.email FROM members m JOIN users u ON u.id = m.user_id WHERE m.org_id = ${orgId} AND m.status = 'active'
      AND EXISTS (SELECT 1 FROM json_each(m.roles) r WHERE r.value = 'Admin') LIMIT ${MAX_ADMINS_NOTIFIED}`);
  const now = ctx.now.toISOString();
  const [endpoint] = await ctx.db
    .select({ url: webhookEndpoints.url })
    .from(webhookEndpoints)
    .where(and(isEndpoint(me, endpointId), eq(webhookEndpoints.lease, lease)));
  if (!endpoint) return;
  const { url } = endpoint;
  await commit(ctx, me, {
    writes: [
      ctx.db
        .update(webhookEndpoints)
        .set({
          ...{
            status: "disabled",
            disabledBy: by,
            disabledAt: now,
            nextDeliveryAt: null,
            lease: null,
            leaseUntil: null,
          },
          ...{ version: sql`${webhookEndpoints.version} + 1`, updatedAt: now },
        })
        .where(and(isEndpoint(me, endpointId), eq(webhookEndpoints.status, "enabled"))),
      cancelPending(ctx, me, endpointId),
    ],
    audit: [{ action: "webhook_endpoint.turn_off", entity: "webhook_endpoint", entityId: endpointId, after: { by } }],
    publish: admins.map(({ email }) =>
      businessMail(orgId, disabledMail({ to: email, url, by, origin: ctx.request.origin, endpointId })),
    ),
    result: undefined,
  });
}

/** The maximum number of messages a queue accepts at once. */
const MAX_SWEPT = 100;
const MAX_SWEEPS = 20;
/** How long a swept endpoint is left to the queue. */
const SWEPT_GRACE_MS = 5 * MINUTE_MS;

/** Queues endpoints of the context's shard for which something is due, or whose queue message was lost. Returns their number. */
export async function sweepWebhooks(ctx: Ctx): Promise<number> {
  const shard = boundShard(ctx);
  const now = ctx.now.toISOString();
  let count = 0;
  for (let run = 0; run < MAX_SWEEPS; run += 1) {
    const due = await ctx.db.all<Omit<DueWebhookEndpoint, "slow" | "shard"> & { slow: number }>(sql`
      UPDATE webhook_endpoints SET next_delivery_at = ${after(ctx, SWEPT_GRACE_MS)} WHERE (org_id, id) IN (
        SELECT ${sql.raw(acrossTenants)} org_id, id FROM webhook_endpoints
        WHERE next_delivery_at <= ${now} AND (lease_until IS NULL OR lease_until <= ${now}) AND ${isOnThisShard(sql`org_id`)} ORDER BY next_delivery_at LIMIT ${MAX_SWEPT})
      RETURNING org_id AS orgId, id AS endpointId, slow`);
    if (due.length > 0)
      await ctx.providers.webhooks.notify(due.map((each) => ({ ...each, shard, slow: each.slow === 1 })));
    count += due.length;
    if (due.length < MAX_SWEPT) break;
  }
  return count;
}

/** The email to an Admin about an endpoint that was turned off. */
function disabledMail({
  to,
  url,
  by,
  origin,
  endpointId,
}: {
  to: string;
  url: string;
  by: Exclude<DisabledBy, "admin">;
  origin: string;
  endpointId: string;
}): Mail {
  const host = new URL(url).host;
  const why =
    by === "gone"
      ? "It responded with 410 Gone, which means that it wants no more events."
      : "It has not accepted any event for five days.";
  const link = origin === "" ? "" : `\n\n${origin}${paths.webhook(endpointId)}`;
  return {
    to,
    subject: `Webhooks to ${host} were turned off`,
    text: `Plenum no longer sends events to ${url}. ${why}\n\nOnce it works again, turn it on under Settings, Webhooks. You can resend undelivered events from its log.${link}\n`,
  };
}
