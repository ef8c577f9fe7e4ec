import { expect, test } from "vitest";
import { inGroups, LANE_GROUPINGS, type LaneGrouping, laneGroup } from "~/domain/scheduling/lane-groups";

const north = { id: "1", name: "North branch" };
const install = { id: "2", name: "install crew" };

const team = [
  { name: "Abe", skillLevel: null, startsIn: "Waukesha", team: north },
  { name: "Ben", skillLevel: "senior", startsIn: "Milwaukee", team: null },
  { name: "Cora", skillLevel: "lead", startsIn: null, team: install },
  { name: "Dan", skillLevel: "senior", startsIn: "Waukesha", team: north },
  { name: "Eve", skillLevel: "apprentice", startsIn: "Milwaukee", team: install },
] as const;

test.each<[LaneGrouping, [string | null, string[]][]]>([
  ["name", [[null, ["Abe", "Ben", "Cora", "Dan", "Eve"]]]],
  [
    "team",
    [
      ["install crew", ["Cora", "Eve"]],
      ["North branch", ["Abe", "Dan"]],
      ["No team", ["Ben"]],
    ],
  ],
  [
    "level",
    [
      ["Leads", ["Cora"]],
      ["Seniors", ["Ben", "Dan"]],
      ["Apprentices", ["Eve"]],
      ["No skill level", ["Abe"]],
    ],
  ],
  [
    "start",
    [
      ["Milwaukee", ["Ben", "Eve"]],
      ["Waukesha", ["Abe", "Dan"]],
      ["No starting location", ["Cora"]],
    ],
  ],
])("lanes grouped by %s: %o", (by, expected) => {
  const ordered = inGroups(team, by);
  const headings = [...new Set(ordered.map((one) => laneGroup(one, by)))];
  const groups = headings.map((heading) => [
    heading,
    ordered.filter((one) => laneGroup(one, by) === heading).map(({ name }) => name),
  ]);
  expect(groups).toEqual(expected);
  // No heading occurs twice.
  expect(ordered).toEqual(headings.flatMap((heading) => ordered.filter((one) => laneGroup(one, by) === heading)));
});

test("no grouping drops a technician", () => {
  for (const by of LANE_GROUPINGS) expect(new Set(inGroups(team, by))).toEqual(new Set(team));
});
