import { and, asc, eq, gte } from "drizzle-orm";
import { businessHolidays } from "#drizzle/schema/technicians";
import type { Ctx } from "~/domain/shared/context";
import { addDays, daysBetween } from "~/domain/shared/dates";
import { DomainError, notFound } from "~/domain/shared/errors";
import { allow } from "~/domain/shared/permissions";
import { wallTimeOf } from "~/domain/shared/time-zones";
import { assertRowChanged, once } from "~/domain/shared/write.server";
import { holidayColumns } from "./crew.server";
import type { Holiday } from "./schema";

const longest = 60;

/** Days on which the business is closed: those of the last month and all to come. */
export async function listHolidays(ctx: Ctx) {
  const me = allow(ctx, "technicians.read");
  const since = addDays(wallTimeOf(ctx.now.getTime(), me.timeZone).date, -30);
  return ctx.db
    .select(holidayColumns)
    .from(businessHolidays)
    .where(and(eq(businessHolidays.orgId, me.orgId), gte(businessHolidays.toDate, since)))
    .orderBy(asc(businessHolidays.fromDate))
    .limit(200);
}

/** @throws DomainError invalid with the field; conflict when it is there already */
export async function addHoliday(ctx: Ctx, { name, from, to }: Holiday): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  const last = to ?? from;
  const days = daysBetween(from, last);
  const text = days < 0 ? "The last day lies before the first" : days > longest ? "At most 60 days" : null;
  if (text) throw new DomainError("invalid", text, { fields: { to: [text] } });
  return once(ctx, "addHoliday", { name, from, to }, async (commit) => {
    const id = ctx.newId();
    const row = { orgId: me.orgId, id, name, fromDate: from, toDate: last, createdAt: ctx.now.toISOString() };
    return commit(me, {
      writes: [ctx.db.insert(businessHolidays).values(row)],
      audit: [{ action: "holiday.create", entity: "holiday", entityId: id, after: { name, from, to: last } }],
      result: { id },
      refusals: {
        "business_holidays.org_id, business_holidays.from_date": () =>
          new DomainError("conflict", "This holiday is on the list already", {
            fields: { name: ["This holiday is on the list already"] },
          }),
      },
    });
  });
}

/** @throws DomainError not_found */
export async function removeHoliday(ctx: Ctx, id: string): Promise<{ id: string }> {
  const me = allow(ctx, "technicians.write");
  return once(ctx, "removeHoliday", { id }, (commit) =>
    commit(me, {
      writes: [
        ctx.db.delete(businessHolidays).where(and(eq(businessHolidays.orgId, me.orgId), eq(businessHolidays.id, id))),
        assertRowChanged(ctx, "holiday_gone"),
      ],
      audit: [{ action: "holiday.delete", entity: "holiday", entityId: id }],
      result: { id },
      refusals: { holiday_gone: () => notFound("Holiday not found") },
    }),
  );
}
