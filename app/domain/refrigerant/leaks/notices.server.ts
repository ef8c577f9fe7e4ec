import { eq, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { organizations } from "#drizzle/schema/identity";
import { leakNotices } from "#drizzle/schema/refrigerant";
import { businessMail } from "~/domain/mail/message";
import { sendsAutomatically } from "~/domain/messages/automatic.server";
import { attempt } from "~/domain/shared/attempt.server";
import { type Ctx, type Member, withinOrganization } from "~/domain/shared/context";
import { failedOn } from "~/domain/shared/database-errors.server";
import { allow } from "~/domain/shared/permissions";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { formatDate } from "~/domain/shared/time/date-format";
import { addDays, type CivilDate, DAY_MS, MINUTE_MS } from "~/domain/shared/time/dates";
import { latestDate } from "~/domain/shared/time/time-zones";
import { commit } from "~/domain/shared/write.server";
import { paths } from "~/paths";
import {
  CLOCK_STEP_LABELS,
  type ClockStep,
  type NoticeStage,
  needsCounsel,
  nextNoticeAt,
  noticeStage,
  SOON_DAYS,
} from "./compliance";
import { assessChanged, assessCircuit } from "./open-episodes.server";

interface DueRow {
  id: string;
  equipmentId: string;
  equipmentName: string;
  circuitName: string;
  step: ClockStep;
  dueOn: CivilDate;
  sentStages: string | null;
}

/** Emails per run. */
const MAX_NOTICES = 25;
const LOOK_AHEAD = 200;
const RETRY_MS = MINUTE_MS;

/**
 * Emails a business's office about deadlines that are near or due and not yet notified. Returns when to check again; null if
 * nothing is upcoming, `gone` for a deleted business.
 */
export async function notifyLeakDeadlines(ctx: Ctx, orgId: string): Promise<number | "gone" | null> {
  const [business] = await ctx.db
    .select({
      orgId: organizations.id,
      orgKey: organizations.key,
      timeZone: organizations.timeZone,
      email: organizations.email,
      shard: organizations.shard,
    })
    .from(organizations)
    .where(eq(organizations.id, orgId));
  if (!business) return "gone";
  ctx.shards.learn(business, business.shard);
  const within = withinOrganization(ctx, business);
  const me = allow(within, "equipment.read");
  const now = ctx.now.getTime();
  const { email, timeZone } = business;
  const rows = await dueRows(within, me);
  let left = MAX_NOTICES;
  for (const row of rows) {
    const stage = noticeStage(row.dueOn, timeZone, now);
    if (stage === null || email === null || wasSent(row, stage)) continue;
    if (left === 0) return now + RETRY_MS;
    left -= 1;
    await send(within, me, { row, stage, email });
  }
  const coming = rows.flatMap(({ dueOn }) => nextNoticeAt(dueOn, timeZone, now) ?? []);
  return coming.length > 0 ? Math.min(...coming) : null;
}

const wasSent = ({ sentStages }: DueRow, stage: NoticeStage) => sentStages?.split(",").includes(stage) ?? false;

function dueRows(ctx: Ctx, { orgId }: Member): Promise<DueRow[]> {
  return ctx.db.all<DueRow>(sql`
    SELECT l.id AS id, l.equipment_id AS equipmentId, l.next_step AS step, l.next_due_on AS dueOn,
      (SELECT q.name FROM equipment q WHERE q.org_id = l.org_id AND q.id = l.equipment_id) AS equipmentName,
      (SELECT g.name FROM service_groups g WHERE g.org_id = l.org_id AND g.id = l.service_group_id) AS circuitName,
      (SELECT group_concat(n.stage) FROM leak_notices n WHERE n.org_id = l.org_id AND n.episode_id = l.id AND n.step = l.next_step
        AND n.due_on = l.next_due_on) AS sentStages
    FROM leak_episodes l INDEXED BY leak_episodes_due
    WHERE l.org_id = ${orgId} AND l.next_due_on IS NOT NULL AND ${sendsAutomatically(sql`l.org_id`)}
      AND NOT EXISTS (SELECT 1 FROM leak_notices n WHERE n.org_id = l.org_id AND n.episode_id = l.id AND n.step = l.next_step
        AND n.due_on = l.next_due_on AND n.stage = 'due')
    ORDER BY l.next_due_on LIMIT ${LOOK_AHEAD}`);
}

type Notice = { row: DueRow; stage: NoticeStage; email: string };

/** Writes the notice and its email together: if an alarm and a sweep run concurrently, only one sends it. */
async function send(ctx: Ctx, me: Member, { row, stage, email }: Notice): Promise<void> {
  const { id: episodeId, step, dueOn, equipmentName, circuitName, equipmentId } = row;
  const what = CLOCK_STEP_LABELS[step];
  const when = formatDate(dueOn, true);
  const counsel = needsCounsel(step)
    ? " That date comes from published summaries of the rules: check with counsel."
    : "";
  const { origin } = ctx.request;
  const link = origin === "" ? "" : `\n\n${origin}${paths.equipmentReadings(equipmentId)}`;
  try {
    await commit(ctx, me, {
      writes: [
        ctx.db
          .insert(leakNotices)
          .values({ orgId: me.orgId, episodeId, step, dueOn, stage, sentAt: ctx.now.toISOString() }),
      ],
      publish: [
        businessMail(me.orgId, {
          to: email,
          subject: `${what}: due ${when}, ${equipmentName}`,
          text: `${equipmentName}, ${circuitName}: ${what.toLowerCase()} is due ${when} under the refrigerant leak rules.${counsel}\n\nOnce it is done, record it on the Readings tab of the equipment.${link}\n`,
        }),
      ],
      result: undefined,
    });
  } catch (error) {
    if (!failedOn(error, "leak_notices.")) throw error;
  }
}

const MAX_ORGANIZATIONS = 50;
const MAX_CIRCUITS = 100;
/** A failed check is repeated within this many days. */
const REASSESSED_DAYS = 3;

/** Catches up on what an alarm or a circuit check missed and on changed circuits, business by business. */
export async function sweepLeaks(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.now.getTime() - REASSESSED_DAYS * DAY_MS).toISOString();
  const circuits = await ctx.db.all<{ orgId: string; circuitId: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} DISTINCT r.org_id AS orgId, r.service_group_id AS circuitId
    FROM refrigerant_readings r INDEXED BY refrigerant_readings_added
    WHERE r.updated_at >= ${since} AND r.added_milli_lb IS NOT NULL AND r.removed_at IS NULL AND ${isOnThisShard(sql`r.org_id`)} ORDER BY random() LIMIT ${MAX_CIRCUITS}`);
  const changed = await ctx.db.all<{ orgId: string; circuitId: string; isChanged: number }>(sql`
    SELECT ${sql.raw(acrossTenants)} g.org_id AS orgId, g.id AS circuitId, 1 AS isChanged
    FROM service_groups g INDEXED BY service_groups_leak_check
    WHERE g.leak_check_at IS NOT NULL AND ${isOnThisShard(sql`g.org_id`)} ORDER BY random() LIMIT ${MAX_CIRCUITS}`);
  for (const { orgId, circuitId, isChanged } of [...changed, ...circuits.map((one) => ({ ...one, isChanged: 0 }))]) {
    await attempt(ctx, "leak deadlines", async () => {
      const [business] = await ctx.db
        .select({ orgId: organizations.id, orgKey: organizations.key, timeZone: organizations.timeZone })
        .from(organizations)
        .where(eq(organizations.id, orgId));
      if (!business) return;
      const within = withinOrganization(ctx, business);
      const me = allow(within, "equipment.write");
      await (isChanged ? assessChanged(within, me, circuitId) : assessCircuit(within, me, circuitId));
    });
  }
  const latestToday = latestDate(ctx.now);
  const due = await ctx.db.all<{ orgId: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} DISTINCT l.org_id AS orgId FROM leak_episodes l INDEXED BY leak_episodes_falling_due
    WHERE l.next_due_on <= ${addDays(latestToday, SOON_DAYS)} AND ${sendsAutomatically(sql`l.org_id`)} AND ${isOnThisShard(sql`l.org_id`)} AND NOT EXISTS (
      SELECT 1 FROM leak_notices n WHERE n.org_id = l.org_id AND n.episode_id = l.id AND n.step = l.next_step
        AND n.due_on = l.next_due_on AND n.stage = 'due')
    ORDER BY random() LIMIT ${MAX_ORGANIZATIONS}`);
  for (const { orgId } of due) {
    await attempt(ctx, "leak deadlines", () => notifyLeakDeadlines(ctx, orgId));
  }
}
