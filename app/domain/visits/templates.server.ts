import { sql } from "drizzle-orm";
import { allowOnThread } from "~/domain/messages/access.server";
import { templatesOf } from "~/domain/messages/settings.server";
import { fillTemplate, TEMPLATE_KEYS, TEMPLATES, type TemplateKey, windowText } from "~/domain/messages/templates";
import {
  type DrivePlace,
  drivePlaces,
  minutesToWorkOrder,
} from "~/domain/scheduling/routing/drive-to-work-order.server";
import type { Ctx } from "~/domain/shared/context";
import { allow } from "~/domain/shared/permissions";
import { visitPageUrl } from "./links.server";

interface FilledTemplate {
  key: TemplateKey;
  label: string;
  text: string;
  missing: string[];
}

interface Facts {
  customer: string | null;
  technician: string | null;
  address: string | null;
  zone: string | null;
  windowStart: string | null;
  windowEnd: string | null;
}

/**
 * The business's templates for a conversation with a customer, filled in with its job's data. Empty without a job.
 * @throws DomainError not_found
 */
export async function filledTemplates(ctx: Ctx, threadId: string): Promise<FilledTemplate[]> {
  const me = allow(ctx, "work_orders.read");
  const { workOrderId } = await allowOnThread(ctx, threadId);
  if (workOrderId === null) return [];
  const [[facts], bodies, [business], drive, link] = await Promise.all([
    ctx.db.all<Facts>(sql`
      SELECT coalesce(c.first_name, c.company_name, c.name) AS customer,
        (SELECT t.first_name FROM technicians t WHERE t.org_id = ${me.orgId} AND t.id = w.technician_id) AS technician,
        a.line1 AS address, a.time_zone AS zone, w.window_start AS windowStart, w.window_end AS windowEnd
      FROM work_orders w JOIN customers c ON c.org_id = ${me.orgId} AND c.id = w.customer_id
      JOIN addresses a ON a.org_id = ${me.orgId} AND a.id = w.site_address_id
      WHERE w.org_id = ${me.orgId} AND w.id = ${workOrderId}`),
    templatesOf(ctx, me),
    ctx.db.all<{ name: string }>(sql`SELECT name FROM organizations WHERE id = ${me.orgId}`),
    minutesTo(ctx, me.orgId, workOrderId),
    visitPageUrl(ctx, me, workOrderId),
  ]);
  if (!facts) return [];
  const { windowStart, windowEnd } = facts;
  const window = windowStart && windowEnd ? { start: windowStart, end: windowEnd } : null;
  const values = {
    ...{
      customer: facts.customer,
      technician: facts.technician,
      address: facts.address,
      business: business?.name ?? null,
    },
    ...{ window: windowText(window, facts.zone ?? me.timeZone, ctx.now.getTime()), minutes: drive, link },
  };
  return TEMPLATE_KEYS.map((key) => ({ key, label: TEMPLATES[key].label, ...fillTemplate(bodies[key], values) }));
}

/** Driving minutes from the previous stop, or from the technician's home or depot; null if a location is not known. */
async function minutesTo(ctx: Ctx, orgId: string, workOrderId: string): Promise<string | null> {
  const minutes = await minutesToWorkOrder(ctx, await ctx.db.all<DrivePlace>(drivePlaces(ctx, orgId, workOrderId)));
  return minutes === null ? null : String(Math.max(5, Math.round(minutes / 5) * 5));
}
