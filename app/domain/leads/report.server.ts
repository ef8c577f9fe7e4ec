import { sql } from "drizzle-orm";
import type { Ctx } from "~/domain/shared/context";
import { invalidField } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { addMonths } from "~/domain/shared/time/dates";
import { todayOf } from "~/domain/shared/time/time-zones";
import { conversionReport, type LeadSource, type LeadStage, type LostReason, type OpenStage } from "./lead";
import type { ReportPeriod } from "./schema";

interface CountRow {
  source: LeadSource;
  stage: LeadStage;
  lostFrom: OpenStage | null;
  lostReason: LostReason | null;
  count: number;
  valueMinor: number;
}

/**
 * Conversion of the leads created during whole months, by source and by stage, from counts maintained by triggers: rows read grow
 * with the months only.
 * @throws DomainError invalid if the period ends before it starts
 */
export async function leadReport(ctx: Ctx, period: ReportPeriod) {
  const me = allow(ctx, "leads.read");
  const today = todayOf(ctx, me);
  const to = (period.to ?? today).slice(0, 7);
  const from = (period.from ?? addMonths(`${to}-01`, -11)).slice(0, 7);
  if (from > to) throw invalidField("to", "Please choose a month on or after the first");
  const rows = await ctx.db.all<CountRow>(sql`
    select source, stage, nullif(lost_from, '') as lostFrom, nullif(lost_reason, '') as lostReason,
      sum(count) as count, sum(value_minor) as valueMinor
    from lead_counts where org_id = ${me.orgId} and month >= ${from} and month <= ${to}
    group by source, stage, lost_from, lost_reason having sum(count) > 0`);
  return { from, to, ...conversionReport(rows) };
}

export type LeadReport = Awaited<ReturnType<typeof leadReport>>;
