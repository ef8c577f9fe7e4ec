import { and, eq, sql } from "drizzle-orm";
import { webhookDeliveries, webhookEndpoints, webhookSubscriptions } from "#drizzle/schema/webhooks";
import type { Browser } from "~/domain/auth/account.server";
import { confirmPassword } from "~/domain/auth/password/confirm-password.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError, invalidField, notFound, staleVersion } from "~/domain/shared/errors";
import { allowAdmin, allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, commit, differences, type Write } from "~/domain/shared/write.server";
import { webhookAddress } from "./address";
import { type DisabledBy, type EndpointStatus, MAX_ENDPOINTS, ROTATION_MS } from "./endpoint";
import { WEBHOOK_EVENTS, type WebhookEvent } from "./event";
import type { ConfirmRotation, EndpointInput, EndpointPatch } from "./schema";
import { encryptSigningSecret } from "./secrets.server";
import { newSecret } from "./signature.server";

/**
 * Registers an endpoint and returns its secret, only this once: it is stored encrypted, so a retry does not get it either, and
 * fails because the URL is taken.
 * @throws DomainError invalid for a wrong password, a URL that is not allowed or already in use; conflict beyond the maximum
 * number
 */
export async function createEndpoint(
  ctx: Ctx,
  { url: typed, description, events, currentPassword }: EndpointInput,
  browser: Browser,
): Promise<{ id: string; secret: string }> {
  const me = allowAdmin(ctx);
  const { userId } = allowPerson(ctx);
  const url = addressOf(ctx, typed);
  await confirmPassword(ctx, currentPassword, browser);
  const id = ctx.newId();
  const secret = newSecret();
  const now = ctx.now.toISOString();
  await commit(ctx, me, {
    writes: [
      ctx.db.insert(webhookEndpoints).values({
        ...{ orgId: me.orgId, id, url, description, status: "enabled" },
        secret: await encryptSigningSecret(ctx, { orgId: me.orgId, endpointId: id }, secret),
        ...{ createdBy: userId, createdAt: now, updatedAt: now },
      }),
      subscribe(ctx, me, id, events),
    ],
    audit: [{ action: "webhook_endpoint.create", entity: "webhook_endpoint", entityId: id, after: { url, events } }],
    result: undefined,
    refusals: {
      ...addressTaken,
      too_many_webhook_endpoints: () =>
        new DomainError(
          "conflict",
          `A business can have at most ${MAX_ENDPOINTS} endpoints. Delete one that is no longer used.`,
        ),
    },
  });
  return { id, secret };
}

const addressTaken = {
  "webhook_endpoints.url": () => invalidField("url", "An endpoint with this address already exists"),
};

function addressOf(ctx: Ctx, typed: string): string {
  const read = webhookAddress(typed, { isLocal: ctx.request.local, ownOrigin: ctx.request.origin });
  if ("problem" in read) throw invalidField("url", read.problem);
  return read.url;
}

function subscribe(ctx: Ctx, { orgId }: Member, endpointId: string, events: readonly WebhookEvent[]): Write {
  return ctx.db.run(sql`INSERT INTO webhook_subscriptions (org_id, event, endpoint_id)
    SELECT ${orgId}, value, ${endpointId} FROM json_each(${JSON.stringify(events)})`);
}

export const isEndpoint = ({ orgId }: { orgId: string }, id: string) =>
  and(eq(webhookEndpoints.orgId, orgId), eq(webhookEndpoints.id, id));

/**
 * Changes an endpoint. Turning one off cancels its waiting deliveries, and no events are stored for it meanwhile.
 * @throws DomainError not_found; conflict for a stale version; invalid for a wrong password or a URL that is not allowed
 */
export async function updateEndpoint(
  ctx: Ctx,
  id: string,
  {
    patch: { version, currentPassword, enabled, events, url: typed, description },
    browser,
  }: { patch: EndpointPatch; browser: Browser },
): Promise<void> {
  const me = allowAdmin(ctx);
  const stored = await readEndpoint(ctx, id);
  if (stored.version !== version) throw staleVersion("endpoint", stored);
  const url = typed === undefined ? undefined : addressOf(ctx, typed);
  const { before, after } = differences(stored, { url, description, events, enabled });
  if (Object.keys(after).length === 0) return;
  if ("url" in after) {
    if (currentPassword === undefined) throw invalidField("currentPassword", "Password is required");
    await confirmPassword(ctx, currentPassword, browser);
  }
  const now = ctx.now.toISOString();
  const turned =
    enabled === undefined || enabled === stored.enabled
      ? {}
      : enabled
        ? { status: "enabled" as const, disabledBy: null, disabledAt: null, failingSince: null, slow: false }
        : { status: "disabled" as const, disabledBy: "admin" as const, disabledAt: now, nextDeliveryAt: null };
  await commit(ctx, me, {
    writes: [
      ctx.db
        .update(webhookEndpoints)
        .set({ url, description, ...turned, version: version + 1, updatedAt: now })
        .where(and(isEndpoint(me, id), eq(webhookEndpoints.version, version))),
      assertRowChanged(ctx, "stale"),
      ...("enabled" in after && enabled === false ? [cancelPending(ctx, me, id)] : []),
      ...(events
        ? [
            ctx.db
              .delete(webhookSubscriptions)
              .where(and(eq(webhookSubscriptions.orgId, me.orgId), eq(webhookSubscriptions.endpointId, id))),
            subscribe(ctx, me, id, events),
          ]
        : []),
    ],
    audit: [{ action: "webhook_endpoint.update", entity: "webhook_endpoint", entityId: id, before, after }],
    result: undefined,
    refusals: { ...addressTaken, stale: () => staleVersion("endpoint", null) },
  });
}

/** Cancels an endpoint's pending deliveries. */
export function cancelPending(ctx: Ctx, { orgId }: { orgId: string }, endpointId: string): Write {
  return ctx.db
    .update(webhookDeliveries)
    .set({ status: "canceled", nextAttemptAt: null })
    .where(
      and(
        eq(webhookDeliveries.orgId, orgId),
        eq(webhookDeliveries.endpointId, endpointId),
        eq(webhookDeliveries.status, "pending"),
      ),
    );
}

/**
 * Replaces an endpoint's secret and returns the new one, only this once: it is stored encrypted, so a retry does not get it. For
 * 24 hours the previous one signs too, so that the receiver can switch. Within that time, `again` is needed to replace the new
 * secret at once; the one that was in use before keeps signing.
 * @throws DomainError not_found; invalid for a wrong password; conflict while the previous secret signs, without `again`
 */
export async function rotateSecret(
  ctx: Ctx,
  id: string,
  { confirmation: { currentPassword, again = false }, browser }: { confirmation: ConfirmRotation; browser: Browser },
): Promise<{ secret: string; previousSignsUntil: string }> {
  const me = allowAdmin(ctx);
  await readEndpoint(ctx, id);
  await confirmPassword(ctx, currentPassword, browser);
  const secret = newSecret();
  const encrypted = await encryptSigningSecret(ctx, { orgId: me.orgId, endpointId: id }, secret);
  const now = ctx.now.toISOString();
  const until = new Date(ctx.now.getTime() + ROTATION_MS).toISOString();
  const isOver = sql`coalesce(${webhookEndpoints.previousSecretUntil}, '') <= ${now}`;
  await commit(ctx, me, {
    writes: [
      ctx.db
        .update(webhookEndpoints)
        .set({
          secret: encrypted,
          previousSecret: sql`CASE WHEN ${isOver} THEN ${webhookEndpoints.secret} ELSE ${webhookEndpoints.previousSecret} END`,
          previousSecretUntil: until,
          version: sql`${webhookEndpoints.version} + 1`,
          updatedAt: now,
        })
        .where(and(isEndpoint(me, id), again ? undefined : isOver)),
      assertRowChanged(ctx, "not_rotated"),
    ],
    audit: [{ action: "webhook_endpoint.rotate_secret", entity: "webhook_endpoint", entityId: id }],
    result: undefined,
    refusals: { not_rotated: again ? endpointNotFound : rotatedAlready },
  });
  return { secret, previousSignsUntil: until };
}

const rotatedAlready = () =>
  new DomainError(
    "conflict",
    "The secret was rotated less than 24 hours ago. Rotate it again only if the new secret was lost: it stops signing at once.",
  );

/**
 * Deletes an endpoint immediately. Its deliveries are deleted when their days in the log are over.
 * @throws DomainError not_found
 */
export async function deleteEndpoint(ctx: Ctx, id: string): Promise<void> {
  const me = allowAdmin(ctx);
  const { url } = await readEndpoint(ctx, id);
  await commit(ctx, me, {
    writes: [
      ctx.db.delete(webhookEndpoints).where(isEndpoint(me, id)),
      assertRowChanged(ctx, "endpoint_gone"),
      cancelPending(ctx, me, id),
    ],
    audit: [{ action: "webhook_endpoint.delete", entity: "webhook_endpoint", entityId: id, before: { url } }],
    result: undefined,
    refusals: { endpoint_gone: endpointNotFound },
  });
}

export const endpointNotFound = () => notFound("Webhook endpoint not found");

/** An endpoint as shown to an Admin, without its secret. @throws DomainError not_found */
export async function readEndpoint(ctx: Ctx, id: string): Promise<EndpointView> {
  const me = allowAdmin(ctx);
  const [row] = await endpointQuery(ctx, me, id);
  return viewOf(ctx, row);
}

/** The same as a query, for a caller that batches it. */
export function endpointQuery(ctx: Ctx, me: Member, id: string) {
  return ctx.db.all<EndpointRow>(sql`${columns(me)} AND w.id = ${id}`);
}

/** @throws DomainError not_found */
export function viewOf(ctx: Ctx, row: EndpointRow | undefined): EndpointView {
  if (!row) throw endpointNotFound();
  const { events, status, previousSignsUntil, ...rest } = row;
  return {
    ...rest,
    enabled: status === "enabled",
    events: eventsIn(events),
    previousSignsUntil:
      previousSignsUntil !== null && previousSignsUntil > ctx.now.toISOString() ? previousSignsUntil : null,
  };
}

/** A business's endpoints, oldest first. Admin only. */
export async function listEndpoints(ctx: Ctx): Promise<EndpointView[]> {
  const me = allowAdmin(ctx);
  const rows = await ctx.db.all<EndpointRow>(sql`${columns(me)} ORDER BY w.created_at, w.id`);
  return rows.map((row) => viewOf(ctx, row));
}

const columns = ({ orgId }: Member) => sql`
  SELECT w.id, w.url, w.description, w.status, w.disabled_by AS disabledBy, w.disabled_at AS disabledAt, w.version,
    w.failing_since AS failingSince, w.previous_secret_until AS previousSignsUntil, w.created_at AS createdAt,
    (SELECT m.first_name || ' ' || m.last_name FROM tenant_members m WHERE m.org_id = w.org_id AND m.user_id = w.created_by) AS createdBy,
    (SELECT json_group_array(s.event) FROM webhook_subscriptions s WHERE s.org_id = w.org_id AND s.endpoint_id = w.id) AS events,
    (SELECT max(d.occurred_at) FROM webhook_deliveries d WHERE d.org_id = w.org_id AND d.endpoint_id = w.id
      AND d.id = (SELECT max(l.id) FROM webhook_deliveries l WHERE l.org_id = w.org_id AND l.endpoint_id = w.id)) AS lastEventAt
  FROM webhook_endpoints w WHERE w.org_id = ${orgId}`;

interface EndpointRow {
  id: string;
  url: string;
  description: string | null;
  status: EndpointStatus;
  disabledBy: DisabledBy | null;
  disabledAt: string | null;
  failingSince: string | null;
  previousSignsUntil: string | null;
  version: number;
  createdAt: string;
  /** Null once the account is deleted. */
  createdBy: string | null;
  events: string;
  /** The time of its last event; null if there is none in the log. */
  lastEventAt: string | null;
}

export type EndpointView = Omit<EndpointRow, "events" | "status"> & { enabled: boolean; events: WebhookEvent[] };

function eventsIn(json: string): WebhookEvent[] {
  const list: unknown = JSON.parse(json);
  return WEBHOOK_EVENTS.filter((event) => Array.isArray(list) && list.includes(event));
}
