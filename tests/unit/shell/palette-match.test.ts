import { expect, test } from "vitest";
import { createActions } from "~/components/app-shell/palette/actions";
import { placesFor } from "~/components/app-shell/palette/places";
import { matchScore } from "~/lib/match-score";

const admin = { member: { roles: ["Admin" as const], permissions: null } };

/** Labels the palette offers for a text, best match first. */
function offered(text: string): string[] {
  return [...createActions(admin), ...placesFor(admin)]
    .map((place) => ({ ...place, score: matchScore(place.label, text, [place.area, place.synonyms ?? ""]) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ label }) => label);
}

test.each([
  ["new job", "New Work Order"],
  ["schedule a job", "New Work Order"],
  ["dispatch", "Scheduler"],
  ["dispatch", "Kanban Board"],
  ["estimate", "Leads"],
  ["job types", "Service Types"],
  ["pending inv", "Pending Invitations"],
  ["custom", "All Customers"],
  ["CAFÉ", undefined],
  ["olga", undefined],
  ["tsfv", undefined],
])("%j offers %s", (text, label) => {
  if (label) expect(offered(text)).toContain(label);
  else expect(offered(text)).toEqual([]);
});

test("a name outranks a synonym, and a prefix outranks a match in the middle", () => {
  const scores = [
    matchScore("Scheduler", "sched"),
    matchScore("The Scheduler", "sched"),
    matchScore("Calendar", "sched", ["scheduler"]),
    matchScore("Reschedule", "sched"),
    matchScore("Messages", "sched"),
  ];
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(scores.at(-1)).toBe(0);
});

test("accents and case are ignored", () => {
  expect(matchScore("Café Lumière", "cafe lumiere")).toBe(1);
});
