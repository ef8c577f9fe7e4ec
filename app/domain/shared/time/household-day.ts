import type { Ctx } from "~/domain/shared/context";
import type { CivilDate } from "./dates";
import { wallTimeOf } from "./time-zones";

/** The time zone of a household's dates: its own, else that of the person's business, else UTC. */
export function householdZone({ actor }: Pick<Ctx, "actor">): string {
  if (actor.kind !== "person") return "UTC";
  return actor.person.timeZone ?? actor.person.member?.timeZone ?? "UTC";
}

/** Today's date for a household. */
export function householdToday(ctx: Pick<Ctx, "actor" | "now">): CivilDate {
  return householdDay(ctx, ctx.now.toISOString());
}

/** The date of an instant in the household's time zone. */
export function householdDay(ctx: Pick<Ctx, "actor">, instant: string): CivilDate {
  return wallTimeOf(Date.parse(instant), householdZone(ctx)).date;
}
