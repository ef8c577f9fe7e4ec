import type { z } from "zod";
import { publicCoverage } from "~/domain/maps/coverage.server";
import { CoverageView, MapDayView } from "~/domain/maps/schema";
import type { Ctx } from "~/domain/shared/context";
import { can } from "~/domain/shared/permissions";

/** Members of a business see its day; everyone else sees only how many properties are served where. */
export async function dayOrCoverage<Day>(
  ctx: Ctx,
  url: URL,
  readDay: (view: z.output<typeof MapDayView>) => Promise<Day>,
) {
  const query = Object.fromEntries(url.searchParams);
  const person = ctx.actor.kind === "person" ? ctx.actor.person : null;
  if (person?.member && can(person.member, "work_orders.read"))
    return { view: "day" as const, day: await readDay(MapDayView.parse(query)) };
  const place = CoverageView.parse(query);
  const coverage = await publicCoverage(ctx, place);
  return { view: "coverage" as const, isGuest: person === null, zip: place.zip, coverage };
}
