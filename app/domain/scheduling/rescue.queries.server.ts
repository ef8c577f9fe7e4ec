import { readDayPlan } from "~/domain/scheduling/day-plan.server";
import type { Ctx, Member } from "~/domain/shared/context";
import { isCivilDate } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { dayBounds } from "~/domain/shared/time-zones";
import { sha256 } from "~/domain/shared/tokens.server";
import { refusedField } from "~/domain/work-orders/schedule.server";
import { rescueDay } from "./rescue";

/** How far a start may move that was not promised as a window. */
const slackMinutes = 60;

export interface RescueWish {
  technicianId: string;
  /** Civil day of the business. */
  date: string;
}

export type RescueProposal = Awaited<ReturnType<typeof proposeRescue>>;

/**
 * Who would take over the day of a technician who is out. Nothing is changed by looking.
 * @throws DomainError not_found; forbidden; invalid for what is no day
 */
export async function proposeRescue(ctx: Ctx, wish: RescueWish) {
  const me = allow(ctx, "work_orders.write");
  if (!isCivilDate(wish.date)) throw refusedField("date", "Choose the day");
  const { proposal } = await rescueProposal(ctx, me, { ...wish, at: ctx.now.getTime() });
  return proposal;
}

/** The proposal as it was at a moment: the same day gives the same one, which its fingerprint tells. */
export async function rescueProposal(ctx: Ctx, me: Member, { technicianId, date, at }: RescueWish & { at: number }) {
  const { team, plan, rows, measuredDrives } = await readDayPlan(ctx, me, dayBounds(date, me.timeZone));
  const out = team.find(({ id }) => id === technicianId);
  if (!out) throw new DomainError("not_found", "Technician not found");
  const facts = new Map(rows.map((row) => [row.workOrderId, row]));
  const jobs = plan.jobs.map((job) => ({ ...job, priority: facts.get(job.id)?.priority ?? ("normal" as const) }));
  const present = team.filter(({ id, status }) => id === technicianId || status !== "on_leave");
  const { changes, leftOver, driveMinutes } = rescueDay({
    technicianId,
    date,
    now: at,
    team: present,
    jobs,
    drive: plan.drive,
    slackMinutes,
  });
  const versioned = changes.map((change) => ({ ...change, version: facts.get(change.jobId)?.version ?? 0 }));
  const names = Object.fromEntries(team.map(({ id, name }) => [id, name]));
  const fingerprint = await sha256(JSON.stringify(versioned));
  const proposal = {
    ...{ technicianId, name: out.name, date, zone: me.timeZone, at, fingerprint, names },
    changes: versioned,
    leftOver,
    driveMinutes,
    driveBasis: measuredDrives > 0 ? ("partly_measured" as const) : ("estimate" as const),
  };
  return { proposal, facts };
}
