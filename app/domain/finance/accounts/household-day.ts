import type { Ctx } from "~/domain/shared/context";
import type { CivilDate } from "~/domain/shared/dates";
import { wallTimeOf } from "~/domain/shared/time-zones";

/** The zone that decides a household's days: its own, else that of the person's business, else UTC. */
export function householdZone({ actor }: Pick<Ctx, "actor">): string {
  if (actor.kind !== "person") return "UTC";
  return actor.person.timeZone ?? actor.person.member?.timeZone ?? "UTC";
}

/** The day it is for a household. */
export function householdToday(ctx: Pick<Ctx, "actor" | "now">): CivilDate {
  return householdDay(ctx, ctx.now.toISOString());
}

/** The day on which an instant falls for a household. */
export function householdDay(ctx: Pick<Ctx, "actor">, instant: string): CivilDate {
  return wallTimeOf(Date.parse(instant), householdZone(ctx)).date;
}
