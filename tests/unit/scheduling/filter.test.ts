import { describe, expect, test } from "vitest";
import {
  countFilters,
  filterQuery,
  isFound,
  isHighlighted,
  matchesNobody,
  NO_FILTER,
  readFilter,
  shownTechnicians,
} from "~/domain/scheduling/filter";

const workOrder = {
  number: 12,
  title: "No heat",
  customerName: "Ana Alvarez",
  city: "Bay View",
  street: "2210 S Kinnickinnic Ave",
  phone: "+14145551007",
};

test.each([
  ["alvarez", true],
  ["ANA alv", true],
  ["wo-12", true],
  ["WO-012", true],
  ["wo-1", false],
  ["12", true],
  ["kinnick", true],
  ["2210 s kin", true],
  ["(414) 555-1007", true],
  ["555-1007", true],
  ["1007", true],
  ["no heat bay", true],
  ["luis", true],
  ["lvarez", false],
  ["alvarez boiler", false],
  ["555-1008", false],
  ["???", false],
])("a search for %s finds the job: %s", (search, found) => {
  expect(isFound(workOrder, search, ["Luis Ortega"])).toBe(found);
});

test("a job without a phone is found by its other fields", () => {
  expect(isFound({ ...workOrder, phone: null }, "1007", [])).toBe(false);
  expect(isFound({ ...workOrder, phone: null }, "alvarez", [])).toBe(true);
});

describe("in the URL", () => {
  test("a filter reads back as written", () => {
    const filter = {
      ...NO_FILTER,
      team: "team-1",
      skill: "Heat pumps",
      level: "lead",
      certification: "EPA 608 Universal",
      start: "Waukesha",
      status: "dispatched",
      problems: true,
      search: "bay view",
    } as const;
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(filterQuery(filter))) if (value !== null) query.set(name, value);
    expect(readFilter(query)).toEqual(filter);
    expect(countFilters(filter)).toBe(7);
  });

  test.each(["", "status=lost&problems=yes", "skill=&lane="])("%s is not a filter", (query) => {
    expect(readFilter(new URLSearchParams(query))).toEqual(NO_FILTER);
  });
});

test("lanes are filtered by technician or skill, but never to none", () => {
  const team = [
    {
      ...{ id: "luis", skills: ["Boilers", "Heat pumps"], skillLevel: "lead" as const, startsIn: "Waukesha" },
      certifications: [{ name: "EPA 608 Universal", expiresOn: null }],
      team: { id: "north", name: "North branch" },
    },
    { id: "ana", skills: ["Boilers"], skillLevel: "senior" as const, startsIn: null, certifications: [], team: null },
  ];
  const shown = (part: object) => shownTechnicians(team, { ...NO_FILTER, ...part }).map(({ id }) => id);
  expect(shown({ skill: "Heat pumps" })).toEqual(["luis"]);
  expect(shown({ skill: "Boilers" })).toEqual(["luis", "ana"]);
  expect(shown({ lane: "ana" })).toEqual(["ana"]);
  expect(shown({ lane: "ana", skill: "Heat pumps" })).toEqual(["luis", "ana"]);
  expect(shown({ skill: "Chillers" })).toEqual(["luis", "ana"]);
  expect(shown({ level: "senior" })).toEqual(["ana"]);
  expect(shown({ level: "wizard" })).toEqual(["luis", "ana"]);
  expect(shown({ certification: "EPA 608 Universal" })).toEqual(["luis"]);
  expect(shown({ start: "Waukesha" })).toEqual(["luis"]);
  expect(shown({ start: "Waukesha", level: "senior" })).toEqual(["luis", "ana"]);
  expect(shown({ team: "north" })).toEqual(["luis"]);
  expect(shown({ team: "none" })).toEqual(["ana"]);
  expect(shown({ team: "deleted" })).toEqual(["luis", "ana"]);
  expect(matchesNobody(team, { ...NO_FILTER, team: "deleted" })).toBe(true);
  expect(matchesNobody(team, { ...NO_FILTER, team: "north" })).toBe(false);
  expect(matchesNobody([], { ...NO_FILTER, team: "north" })).toBe(false);
});

test("jobs are highlighted by service, status and problems together", () => {
  const tuneUp = { status: "scheduled", serviceName: "Tune-up" } as const;
  expect(isHighlighted(tuneUp, NO_FILTER, false)).toBe(true);
  expect(isHighlighted(tuneUp, { ...NO_FILTER, service: "Tune-up", status: "scheduled" }, false)).toBe(true);
  expect(isHighlighted(tuneUp, { ...NO_FILTER, service: "Tune-up", problems: true }, false)).toBe(false);
  expect(isHighlighted(tuneUp, { ...NO_FILTER, status: "dispatched" }, true)).toBe(false);
});
