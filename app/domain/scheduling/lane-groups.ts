import type { SkillLevel } from "~/domain/technicians/technician";
import type { SchedulerTechnician } from "./scheduler";

/** Order of a board's lanes: by last name only, or grouped under headings. */
export const LANE_GROUPINGS = ["name", "team", "level", "start"] as const;
export type LaneGrouping = (typeof LANE_GROUPINGS)[number];

/** In display order. */
const LEVEL_HEADINGS: Record<SkillLevel, string> = {
  lead: "Leads",
  senior: "Seniors",
  certified: "Certified",
  specialist: "Specialists",
  apprentice: "Apprentices",
};
const LEVELS = Object.keys(LEVEL_HEADINGS);

type Grouped = Pick<SchedulerTechnician, "team" | "skillLevel" | "startsIn">;

/** The heading of a technician's lane; null without headings. */
export function laneGroup({ team, skillLevel, startsIn }: Grouped, by: LaneGrouping): string | null {
  switch (by) {
    case "name":
      return null;
    case "team":
      return team?.name ?? "No team";
    case "level":
      return skillLevel ? LEVEL_HEADINGS[skillLevel] : "No skill level";
    case "start":
      return startsIn ?? "No starting location";
  }
}

/** Groups in the order of their headings, lanes without a heading last; the order within a group is unchanged. */
export function inGroups<T extends Grouped>(technicians: readonly T[], by: LaneGrouping): readonly T[] {
  if (by === "name") return technicians;
  const byText = (text: string | null | undefined) => `${text ? 0 : 1} ${text}`;
  const rank = ({ team, skillLevel, startsIn }: T) =>
    by === "level"
      ? String(skillLevel ? LEVELS.indexOf(skillLevel) : LEVELS.length)
      : byText(by === "team" ? team?.name : startsIn);
  return technicians.toSorted((a, b) => rank(a).localeCompare(rank(b)));
}
