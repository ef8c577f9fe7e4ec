import { and, eq, inArray, sql } from "drizzle-orm";
import { acrossTenants } from "#drizzle/d1/guard";
import { organizations } from "#drizzle/schema/identity";
import { invoiceReminders, reminderPauses, reminderSettings } from "#drizzle/schema/invoices";
import { customerRef, findCustomerId } from "~/domain/customers/find.server";
import { balanceOf, stateOf } from "~/domain/invoices/invoice";
import { mailContent } from "~/domain/invoices/mail-content";
import type { ReminderSettings, SendReminders } from "~/domain/invoices/schema";
import { mailDocument, SENDS } from "~/domain/invoices/send.server";
import { sendsAutomatically } from "~/domain/messages/automatic.server";
import { attempt } from "~/domain/shared/attempt.server";
import { type Ctx, type Member, withinOrganization } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { limitUse } from "~/domain/shared/limits.server";
import { allow } from "~/domain/shared/permissions";
import { isOnThisShard } from "~/domain/shared/shards.server";
import { latestDate, todayOf, wallTimeOf } from "~/domain/shared/time/time-zones";
import { assertRowChanged, commit, once } from "~/domain/shared/write.server";
import {
  firstToRemind,
  isReminderTime,
  NO_REMINDERS,
  nextReminderOn,
  type ReminderRules,
  reminderOutcome,
} from "./reminders";

const settingsChanged = () => new DomainError("conflict", "Someone else just changed these reminder settings.");

export async function readReminderSettings(ctx: Ctx): Promise<ReminderRules & { version: number }> {
  const me = allow(ctx, "system.admin");
  return rulesOf(ctx, me);
}

async function rulesOf(ctx: Ctx, { orgId }: Member): Promise<ReminderRules & { version: number }> {
  const [row] = await ctx.db
    .select({
      enabled: reminderSettings.enabled,
      firstAfterDays: reminderSettings.firstAfterDays,
      everyDays: reminderSettings.everyDays,
      maxCount: reminderSettings.maxCount,
      version: reminderSettings.version,
    })
    .from(reminderSettings)
    .where(eq(reminderSettings.orgId, orgId));
  return row ?? { ...NO_REMINDERS, version: 0 };
}

/** @throws DomainError conflict if the settings were saved since `version` */
export async function saveReminderSettings(ctx: Ctx, input: ReminderSettings): Promise<{ version: number }> {
  const me = allow(ctx, "system.admin");
  return once(ctx, "saveReminderSettings", input, (write) => {
    const { version: base, ...rules } = input;
    const version = base + 1;
    const saved = { ...rules, version, updatedBy: me.userId ?? "system", updatedAt: ctx.now.toISOString() };
    const writes =
      base === 0
        ? [ctx.db.insert(reminderSettings).values({ orgId: me.orgId, ...saved })]
        : [
            ctx.db
              .update(reminderSettings)
              .set(saved)
              .where(and(eq(reminderSettings.orgId, me.orgId), eq(reminderSettings.version, base))),
            assertRowChanged(ctx, "stale"),
          ];
    return write(me, {
      writes,
      audit: [{ action: "reminder_settings.save", entity: "reminder_settings", entityId: me.orgId, after: rules }],
      result: { version },
      refusals: { stale: settingsChanged, "reminder_settings.org_id": settingsChanged },
    });
  });
}

/** Sets whether a customer is excluded from automatic and bulk reminders. @throws DomainError not_found */
export async function pauseReminders(
  ctx: Ctx,
  ref: string,
  { paused }: { paused: boolean },
): Promise<{ paused: boolean }> {
  const me = allow(ctx, "invoices.write");
  return once(ctx, "pauseReminders", { ref, paused }, async (write) => {
    const customerId = await findCustomerId(ctx, me, customerRef(ref));
    const row = { orgId: me.orgId, customerId, createdBy: me.userId ?? "system", createdAt: ctx.now.toISOString() };
    return write(me, {
      writes: [
        paused
          ? ctx.db.insert(reminderPauses).values(row).onConflictDoNothing()
          : ctx.db
              .delete(reminderPauses)
              .where(and(eq(reminderPauses.orgId, me.orgId), eq(reminderPauses.customerId, customerId))),
      ],
      audit: [{ action: "customer.reminders", entity: "customer", entityId: customerId, after: { paused } }],
      result: { paused },
    });
  });
}

interface OverdueRow {
  id: string;
  number: number;
  customerName: string;
  email: string | null;
  dueOn: string;
  balanceMinor: number;
  isPaused: number;
  steps: number;
  lastOn: string | null;
}

const MAX_PREVIEWED = 300;
/** More overdue invoices than a business has. */
const MAX_OVERDUE = 5000;

/**
 * Returns overdue invoices, the longest overdue first, with the outcome for each if all are reminded. Of more than can be
 * returned, those that get a reminder come before the others, so that each gets its turn.
 */
export async function previewReminders(ctx: Ctx) {
  const me = allow(ctx, "invoices.read");
  const today = todayOf(ctx, me);
  const rows = (await overdue(ctx, me, today)).map(({ isPaused, steps, ...row }) => ({
    ...row,
    outcome: reminderOutcome({ ...row, isPaused: isPaused === 1 }, today),
  }));
  return { items: firstToRemind(rows, MAX_PREVIEWED), hasMore: rows.length > MAX_PREVIEWED };
}

/** Read from the index on what is owed, so that paid invoices cost nothing. */
function overdue(ctx: Ctx, { orgId }: Member, before: string) {
  return ctx.db.all<OverdueRow>(sql`
    SELECT i.id AS id, i.number AS number, c.name AS customerName, coalesce(c.email, i.bill_to ->> 'email') AS email, i.due_on AS dueOn,
      i.total_minor - i.paid_minor - i.credited_minor AS balanceMinor,
      EXISTS (SELECT 1 FROM reminder_pauses p WHERE p.org_id = i.org_id AND p.customer_id = i.customer_id) AS isPaused,
      (SELECT count(*) FROM invoice_reminders r WHERE r.org_id = i.org_id AND r.invoice_id = i.id) AS steps,
      (SELECT max(m.sent_on) FROM invoice_mails m INDEXED BY invoice_mails_one_reminder
        WHERE m.org_id = i.org_id AND m.invoice_id = i.id AND m.kind = 'reminder') AS lastOn
    FROM invoices i INDEXED BY invoices_owed CROSS JOIN customers c ON c.org_id = i.org_id AND c.id = i.customer_id
    WHERE i.org_id = ${orgId} AND i.status = 'issued' AND i.kind = 'invoice' AND i.total_minor - i.paid_minor - i.credited_minor > 0
      AND i.due_on < ${before}
    ORDER BY i.due_on, i.id LIMIT ${MAX_OVERDUE}`);
}

/**
 * Sends reminders for overdue invoices, at most one per invoice and day; skips customers who are excluded, have no email
 * address or were reminded today. Returns which were sent.
 * @throws DomainError too_many_requests
 */
export async function sendReminders(ctx: Ctx, { invoiceIds }: SendReminders): Promise<{ sent: string[] }> {
  const me = allow(ctx, "invoices.write");
  const today = todayOf(ctx, me);
  const requested = new Set(invoiceIds);
  const rows = (await overdue(ctx, me, today)).filter(
    (row) => requested.has(row.id) && reminderOutcome({ ...row, isPaused: row.isPaused === 1 }, today) === "send",
  );
  // Counted together, so that nothing is sent by a request that is refused.
  if (rows.length > 0) await limitUse(ctx, SENDS, rows.length);
  const sent: string[] = [];
  for (const row of rows) if (await remind(ctx, me, { row, step: null })) sent.push(row.id);
  return { sent };
}

/**
 * Emails one reminder; false if the invoice was paid, paused or reminded in the meantime. `step`: number of the automatic
 * reminder.
 */
async function remind(ctx: Ctx, me: Member, { row, step }: { row: OverdueRow; step: number | null }): Promise<boolean> {
  const { email } = row;
  if (email === null) return false;
  try {
    await mailDocument(ctx, me, {
      id: row.id,
      isCounted: true,
      compose: (invoice, business) => {
        const facts = { ...invoice, balanceMinor: balanceOf(invoice), state: stateOf(invoice, todayOf(ctx, me)) };
        return { kind: "reminder", to: email, ...mailContent("reminder", facts, business) };
      },
      more: (mailId) =>
        step === null
          ? []
          : [ctx.db.insert(invoiceReminders).values({ orgId: me.orgId, invoiceId: row.id, step, mailId })],
      commit: (member, change) => commit(ctx, member, change),
    });
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === "conflict") return false;
    throw error;
  }
}

const MAX_ORGANIZATIONS = 90;
/** A reminder takes about 13 statements, and a run may use 1,000. */
const MAX_A_RUN = 25;

/** Sends the reminders that are due, business by business, in the morning in its zone. */
export async function sweepReminders(ctx: Ctx): Promise<void> {
  // Links in emails need the product's URL, which is unknown on a development server.
  if (ctx.request.origin === "") return;
  const latestToday = latestDate(ctx.now);
  const reminding = await ctx.db.all<{ orgId: string }>(sql`
    SELECT ${sql.raw(acrossTenants)} s.org_id AS orgId FROM reminder_settings s INDEXED BY reminder_settings_enabled
    WHERE s.enabled = 1 AND ${sendsAutomatically(sql`s.org_id`)} AND ${isOnThisShard(sql`s.org_id`)} AND EXISTS (
      SELECT 1 FROM invoices i INDEXED BY invoices_owed WHERE i.org_id = s.org_id AND i.status = 'issued' AND i.kind = 'invoice'
        AND i.total_minor - i.paid_minor - i.credited_minor > 0 AND i.due_on < ${latestToday})
    ORDER BY random() LIMIT ${MAX_ORGANIZATIONS}`);
  if (reminding.length === 0) return;
  const businesses = await ctx.db
    .select({ orgId: organizations.id, orgKey: organizations.key, timeZone: organizations.timeZone })
    .from(organizations)
    .where(
      inArray(
        organizations.id,
        reminding.map(({ orgId }) => orgId),
      ),
    );
  let left = MAX_A_RUN;
  for (const business of businesses.sort(() => Math.random() - 0.5)) {
    if (left <= 0) return;
    if (!isReminderTime(wallTimeOf(ctx.now.getTime(), business.timeZone).time)) continue;
    await attempt(ctx, "reminder", async () => {
      left -= await remindWhatIsDue(withinOrganization(ctx, business), left);
    });
  }
}

/** Returns how many were tried. */
async function remindWhatIsDue(ctx: Ctx, most: number): Promise<number> {
  const me = allow(ctx, "invoices.write");
  const today = todayOf(ctx, me);
  const rules = await rulesOf(ctx, me);
  const due = (await overdue(ctx, me, today)).filter((row) => {
    const next = nextReminderOn(row, rules);
    return row.isPaused === 0 && row.email !== null && next !== null && next <= today;
  });
  // Random, so that a repeated failure does not block the others.
  const chosen = due.sort(() => Math.random() - 0.5).slice(0, most);
  for (const row of chosen) await attempt(ctx, "reminder", () => remind(ctx, me, { row, step: row.steps + 1 }));
  return chosen.length;
}
