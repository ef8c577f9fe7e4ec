import { LANE_GROUPINGS, type LaneGrouping } from "~/domain/scheduling/lane-groups";
import { browserChoice } from "./browser-choice";

const choice = browserChoice<LaneGrouping>("plenum_lanes", parse, (grouping) => grouping);

/** The lane grouping this browser's user last chose. */
export const useLaneGrouping = choice.use;

/** Stores the grouping; an unknown value falls back to `name`. */
export function chooseLaneGrouping(text: string): void {
  choice.choose(parse(text));
}

function parse(text: string | null): LaneGrouping {
  return LANE_GROUPINGS.find((one) => one === text) ?? "name";
}
