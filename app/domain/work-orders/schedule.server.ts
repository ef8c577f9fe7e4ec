import { and, eq, inArray } from "drizzle-orm";
import { technicians } from "#drizzle/schema/people";
import type { Ctx, Member } from "~/domain/shared/context";
import { DomainError } from "~/domain/shared/errors";
import { instantOf } from "~/domain/shared/time-zones";

/** How a start is told: an instant by the API, a date and a time on the wall of the business by a form. */
export interface StartInput {
  scheduledStart?: string | null;
  startDate?: string | null;
  startTime?: string | null;
}

/**
 * The start as an ISO instant; null: none is meant; undefined: nothing was said about it.
 * @throws DomainError invalid for half of a start, or a time that the clocks skip
 */
export function startOf(member: Member, input: StartInput): string | null | undefined {
  if (input.scheduledStart) return input.scheduledStart;
  const { startDate: date, startTime: time } = input;
  if (!date && !time) return [input.scheduledStart, date, time].includes(null) ? null : undefined;
  if (!date) throw refusedField("startDate", "Choose the day as well");
  if (!time) throw refusedField("startTime", "Choose the time as well");
  const found = instantOf({ date, time }, member.timeZone);
  if (found.kind === "gap") throw refusedField("startTime", found.notice.replace(/ [^.]*is used\.$/, ""));
  return new Date(found.instant).toISOString();
}

export function endOf(start: string, minutes: number): string {
  return new Date(Date.parse(start) + minutes * 60_000).toISOString();
}

export function refusedField(field: string, text: string): DomainError {
  return new DomainError("invalid", text, { fields: { [field]: [text] } });
}

/** Names of the people a job is to be given to. @throws DomainError invalid for one who is unknown or has left */
export async function checkCrew(
  ctx: Ctx,
  member: Member,
  crew: { leadId: string | null; helperIds: readonly string[] },
) {
  const wanted = [...(crew.leadId ? [crew.leadId] : []), ...crew.helperIds];
  if (wanted.length === 0) return;
  const found = await ctx.db
    .select({ id: technicians.id, firstName: technicians.firstName, status: technicians.status })
    .from(technicians)
    .where(and(eq(technicians.orgId, member.orgId), inArray(technicians.id, wanted)));
  for (const id of wanted) {
    const field = id === crew.leadId ? "technicianId" : "helperIds";
    const technician = found.find((one) => one.id === id);
    if (!technician) throw refusedField(field, "Choose a technician from the list");
    if (technician.status === "inactive")
      throw refusedField(field, `${technician.firstName} does not work here any more`);
  }
}
