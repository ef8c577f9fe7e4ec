import { and, asc, eq, ne } from "drizzle-orm";
import { technicians } from "#drizzle/schema/technicians";
import type { Ctx } from "~/domain/shared/context";
import { allowMember } from "~/domain/shared/permissions";
import { maySubscribe } from "./change.server";
import { CALENDAR_FEED_KINDS, FEED_KIND_LABELS } from "./feed";

/** The calendars and technicians a member can choose from. */
export async function calendarChoices(ctx: Ctx) {
  const me = allowMember(ctx);
  const everybody = await ctx.db
    .select({ id: technicians.id, firstName: technicians.firstName, lastName: technicians.lastName })
    .from(technicians)
    .where(and(eq(technicians.orgId, me.orgId), ne(technicians.status, "inactive")))
    .orderBy(asc(technicians.lastName), asc(technicians.firstName));
  const open = everybody.filter(({ id }) => maySubscribe(me, { kind: "technician", technicianId: id }));
  // Lists one's own jobs first, the most common choice.
  const own = open.filter(({ id }) => id === me.technicianId);
  const sorted = [...own, ...open.filter(({ id }) => id !== me.technicianId)];
  return {
    technicians: sorted.map(({ id, firstName, lastName }) => ({ value: id, label: `${firstName} ${lastName}` })),
    kinds: CALENDAR_FEED_KINDS.filter((kind) =>
      kind === "technician" ? sorted.length > 0 : maySubscribe(me, { kind, technicianId: null }),
    ).map((kind) => ({ value: kind, label: FEED_KIND_LABELS[kind] })),
  };
}
