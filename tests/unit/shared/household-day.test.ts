import { expect, test } from "vitest";
import { TRADE_UNITS } from "~/domain/refrigerant/units";
import type { Actor, Member } from "~/domain/shared/context";
import { householdToday, householdZone } from "~/domain/shared/time/household-day";

const chicago: Member = {
  ...{ orgId: "o", orgKey: 1, orgName: "Lakeside", timeZone: "America/Chicago", userId: "u", name: "Ana Ruiz" },
  ...{ roles: ["Admin"], permissions: null, isPro: false, technicianId: null },
};

function person(timeZone: string | null, member: Member | null): Actor {
  const facts = { userId: "u", email: "ana@example.com", firstName: "Ana", lastName: "Ruiz" };
  return {
    kind: "person",
    person: {
      ...{ ...facts, timeZone, projectsFromToday: false, secondStepFor: null },
      ...{ isPro: true, subscription: null, gaugeUnits: TRADE_UNITS, member },
    },
    sessionId: "s",
    copyPending: false,
  };
}

// Saturday evening in Chicago is Sunday in UTC, and still Saturday in Honolulu.
const now = new Date("2026-11-22T00:03:00Z");

test.each([
  ["its own zone, before the business's", "Pacific/Honolulu", chicago, "Pacific/Honolulu", "2026-11-21"],
  ["its own zone without a business", "Pacific/Auckland", null, "Pacific/Auckland", "2026-11-22"],
  ["the business's zone without its own", null, chicago, "America/Chicago", "2026-11-21"],
  ["UTC without either", null, null, "UTC", "2026-11-22"],
])("a household's today is in %s", (_, own, member, zone, today) => {
  const ctx = { actor: person(own, member), now };
  expect([householdZone(ctx), householdToday(ctx)]).toEqual([zone, today]);
});

test("the last evening of a month belongs to that month", () => {
  const ctx = { actor: person("America/Los_Angeles", null), now: new Date("2026-12-01T06:30:00Z") };
  expect(householdToday(ctx)).toBe("2026-11-30");
});
