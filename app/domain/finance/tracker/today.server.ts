import type { Ctx } from "~/domain/shared/context";
import type { CivilDate } from "~/domain/shared/dates";
import { wallTimeOf } from "~/domain/shared/time-zones";

/** The day it is for a household: by the clock of the person's business where there is one, else by UTC. */
export function householdToday({ actor, now }: Pick<Ctx, "actor" | "now">): CivilDate {
  const zone = actor.kind === "person" ? actor.person.member?.timeZone : undefined;
  return wallTimeOf(now.getTime(), zone ?? "UTC").date;
}
