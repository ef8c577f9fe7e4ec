import { and, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints } from "#drizzle/schema/webhooks";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import type { Limit } from "~/domain/shared/limits";
import { limitUse } from "~/domain/shared/limits.server";
import { bidirectionalPage, keyset, parseCursor } from "~/domain/shared/paging.server";
import { allowAdmin } from "~/domain/shared/permissions";
import { HOUR_SECONDS } from "~/domain/shared/time/dates";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { endpointNotFound, endpointQuery, isEndpoint, viewOf } from "./change.server";
import { isDelivery } from "./deliver.server";
import type { DeliveryStatus } from "./endpoint";
import { TEST_EVENT } from "./event";
import type { DeliveryFilter } from "./schema";

/** Each one is a call to another party's system. */
const SENDS: Limit = {
  ...{ name: "webhook_sends", what: "webhooks" },
  ...{ perPerson: 120, perBusiness: 300, seconds: HOUR_SECONDS },
};

export interface DeliverySummary {
  id: string;
  event: string;
  recordId: string;
  status: DeliveryStatus;
  attempts: number;
  occurredAt: string;
  /** Null unless it is pending. */
  nextAttemptAt: string | null;
  /** The status of the last attempt; null without a response. */
  responseStatus: number | null;
}

/** An endpoint and its events of the last 30 days, newest first. Admin only. @throws DomainError not_found */
export async function listDeliveries(ctx: Ctx, endpointId: string, { status, limit, ...paging }: DeliveryFilter) {
  const me = allowAdmin(ctx);
  const direction = parseCursor(paging, 1);
  const { beyond, order } = keyset(direction, [sql`id`], "desc");
  const [[endpoint], rows] = await ctx.db.batch([
    endpointQuery(ctx, me, endpointId),
    ctx.db.all<DeliverySummary>(sql`
      SELECT ${summary} FROM webhook_deliveries
      WHERE ${and(sql`org_id = ${me.orgId} AND endpoint_id = ${endpointId}`, status && sql`status = ${status}`, beyond)}
      ORDER BY ${sql.join(order, sql`, `)} LIMIT ${limit + 1}`),
  ]);
  const deliveries = bidirectionalPage(rows, { limit, total: null, direction }, ({ id }) => [id]);
  return { endpoint: viewOf(ctx, endpoint), deliveries };
}

const summary = sql.raw(
  "id, event, record_id AS recordId, status, attempts, occurred_at AS occurredAt, next_attempt_at AS nextAttemptAt, response_status AS responseStatus",
);

export interface AttemptView {
  id: string;
  at: string;
  durationMs: number;
  url: string;
  /** Null without a response. */
  responseStatus: number | null;
  /** The first kilobyte. */
  responseBody: string | null;
  /** Null for a success; otherwise timeout, unreachable, redirect, gone, refused or unreadable. */
  problem: string | null;
}

/** The number of latest attempts shown. */
const MAX_ATTEMPTS = 50;

/** One delivery with its body and each response, newest first. Admin only. @throws DomainError not_found */
export async function readDelivery(ctx: Ctx, endpointId: string, id: string) {
  const me = allowAdmin(ctx);
  const [[endpoint], [delivery], attempts] = await ctx.db.batch([
    endpointQuery(ctx, me, endpointId),
    ctx.db.all<DeliverySummary & { body: string | null }>(sql`
      SELECT ${summary}, body FROM webhook_deliveries WHERE org_id = ${me.orgId} AND endpoint_id = ${endpointId} AND id = ${id}`),
    ctx.db.all<AttemptView>(sql`
      SELECT id, at, duration_ms AS durationMs, url, response_status AS responseStatus, response_body AS responseBody, problem
      FROM webhook_attempts WHERE org_id = ${me.orgId} AND endpoint_id = ${endpointId} AND delivery_id = ${id}
      ORDER BY id DESC LIMIT ${MAX_ATTEMPTS}`),
  ]);
  if (!endpoint) throw endpointNotFound();
  if (!delivery) throw deliveryNotFound();
  return { ...delivery, history: attempts, endpoint: viewOf(ctx, endpoint) };
}

const deliveryNotFound = () => notFound("Delivery not found");

const isOff = () => new DomainError("conflict", "This endpoint is turned off. Turn it on first.");

/**
 * Resends an event with the same id and body, and a full set of attempts.
 * @throws DomainError not_found; conflict for an endpoint that is turned off; too_many_requests
 */
export async function resendDelivery(ctx: Ctx, endpointId: string, id: string): Promise<{ id: string }> {
  const me = allowAdmin(ctx);
  const { endpoint } = await readDelivery(ctx, endpointId, id);
  if (!endpoint.enabled) throw isOff();
  await limitUse(ctx, SENDS);
  const now = ctx.now.toISOString();
  return once(ctx, "resendWebhook", { endpointId, id }, (commitOnce) =>
    commitOnce(me, {
      writes: [
        ctx.db
          .update(webhookDeliveries)
          .set({ status: "pending", attempts: 0, nextAttemptAt: now })
          .where(isDelivery({ orgId: me.orgId, endpointId }, id)),
        assertRowChanged(ctx, "delivery_gone"),
        markDue(ctx, me, endpointId),
        assertRowChanged(ctx, "endpoint_off"),
      ],
      audit: [
        {
          action: "webhook_endpoint.send_again",
          entity: "webhook_endpoint",
          entityId: endpointId,
          after: { event: id },
        },
      ],
      result: { id },
      refusals: { delivery_gone: deliveryNotFound, endpoint_off: isOff },
    }),
  );
}

function markDue(ctx: Ctx, me: Member, endpointId: string) {
  return ctx.db
    .update(webhookEndpoints)
    .set({ nextDeliveryAt: ctx.now.toISOString() })
    .where(and(isEndpoint(me, endpointId), sql`${webhookEndpoints.status} = 'enabled'`));
}

/**
 * Sends a test event about the endpoint itself. Returns its id in the log.
 * @throws DomainError not_found; conflict for an endpoint that is turned off; too_many_requests
 */
export async function sendTestEvent(ctx: Ctx, endpointId: string): Promise<{ id: string }> {
  const me = allowAdmin(ctx);
  const [endpoint] = await endpointQuery(ctx, me, endpointId);
  if (!viewOf(ctx, endpoint).enabled) throw isOff();
  await limitUse(ctx, SENDS);
  const now = ctx.now.toISOString();
  const id = `evt_${ctx.newId().replaceAll("-", "").slice(0, 28)}`;
  return once(ctx, "testWebhook", { endpointId }, (commitOnce) =>
    commitOnce(me, {
      writes: [
        ctx.db.insert(webhookDeliveries).values({
          ...{ orgId: me.orgId, endpointId, id, event: TEST_EVENT, recordId: endpointId, changes: "{}" },
          ...{ occurredAt: now, status: "pending", nextAttemptAt: now },
        }),
        markDue(ctx, me, endpointId),
        assertRowChanged(ctx, "endpoint_off"),
      ],
      result: { id },
      refusals: { endpoint_off: isOff },
    }),
  );
}
