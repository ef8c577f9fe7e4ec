import { desc, eq, sql } from "drizzle-orm";
import { securityEvents } from "#drizzle/schema/identity";
import type { Ctx } from "~/domain/shared/context";
import { logSecurity } from "~/domain/shared/log.server";
import { networkOf } from "~/domain/shared/network/network";
import { allowPerson } from "~/domain/shared/permissions";
import type { Write } from "~/domain/shared/write.server";
import { deviceName } from "./device";
import type { SecurityEventKind } from "./security-event";

/** Rows per person and hour: attempts from more networks than that add no more. */
const MAX_ROWS_AN_HOUR = 40;

interface SecurityEvent {
  userId: string;
  kind: SecurityEventKind;
  /** What was rejected or where, in a few words; never a token, a password or an address. */
  detail?: string | null;
}

/**
 * The write of an event, for the batch of the change it is about; a repetition within the hour only increments a count. Also
 * written to the platform's log, even if the batch fails; nobody with write access to the database can delete it there.
 */
export function securityEvent(ctx: Ctx, { userId, kind, detail = null }: SecurityEvent): Write {
  logSecurity(ctx.request.id, { kind, userId, detail });
  const now = ctx.now.toISOString();
  const hour = now.slice(0, 13);
  const network = networkOf(ctx.request.ip);
  return ctx.db.run(sql`
    INSERT INTO security_events (user_id, id, org_id, kind, hour, network, device, detail, at, last_at)
    SELECT ${userId}, ${ctx.newId()}, ${worksFor(userId)}, ${kind}, ${hour}, ${network},
      ${deviceName(ctx.request.userAgent)}, ${detail?.slice(0, 100) ?? null}, ${now}, ${now}
    WHERE (SELECT count(*) FROM security_events e WHERE e.user_id = ${userId} AND e.hour = ${hour}) < ${MAX_ROWS_AN_HOUR}
      OR EXISTS (SELECT 1 FROM security_events e
        WHERE e.user_id = ${userId} AND e.hour = ${hour} AND e.kind = ${kind} AND e.network = ${network})
    ON CONFLICT (user_id, hour, kind, network) DO UPDATE
    SET count = count + 1, last_at = excluded.last_at, device = excluded.device, detail = excluded.detail`);
}

/** The business that an event concerns: where the person works, else one that has disabled their access, but none they left. */
function worksFor(userId: string) {
  return sql`(SELECT m.org_id FROM members m WHERE m.user_id = ${userId} AND m.left_at IS NULL ORDER BY m.status, m.created_at DESC LIMIT 1)`;
}

/**
 * For events without a batch of their own. After the response, so that its duration does not reveal whether there is an account.
 */
export function recordAfterResponse(ctx: Ctx, event: SecurityEvent): void {
  ctx.after(ctx.db.batch([securityEvent(ctx, event)]));
}

/** Records what the request that was just answered was denied, if a signed-in person sent it. */
export function recordRefusals(ctx: Ctx): void {
  const [refusal] = ctx.request.refusals;
  if (!refusal || ctx.actor.kind !== "person") return;
  const kind = refusal === CROSS_SITE ? "cross_site_refused" : "permission_refused";
  recordAfterResponse(ctx, {
    userId: ctx.actor.person.userId,
    kind,
    detail: kind === "permission_refused" ? refusal : null,
  });
}

/** Added to `refusals` by the check of a request's origin. */
export const CROSS_SITE = "cross_site";

const MAX_SHOWN = 30;

/** Recent events of the caller's account, newest first. */
export function ownSecurityEvents(ctx: Ctx) {
  const { userId } = allowPerson(ctx);
  return ctx.db
    .select({
      id: securityEvents.id,
      kind: securityEvents.kind,
      network: securityEvents.network,
      device: securityEvents.device,
      count: securityEvents.count,
      lastAt: securityEvents.lastAt,
    })
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.id))
    .limit(MAX_SHOWN);
}
