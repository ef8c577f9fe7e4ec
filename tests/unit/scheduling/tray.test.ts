import { expect, test } from "vitest";
import type { TrayWorkOrder } from "~/domain/scheduling/scheduler";
import { ageInDays, formatAge, groupTray, type TrayGrouping } from "~/domain/scheduling/tray";

const now = Date.parse("2026-11-20T15:00:00Z");

function waiting(id: string, fields: Partial<TrayWorkOrder> & { days?: number } = {}): TrayWorkOrder {
  const { days = 0, ...rest } = fields;
  return {
    id,
    number: 1,
    title: "Check",
    status: "unscheduled",
    priority: "normal",
    ...{ customerName: "Ada", shortName: "Ada", city: "Troy", street: "1 Elm St", phone: null, serviceName: null },
    createdAt: now - days * 86_400_000,
    minutes: 60,
    ...{ start: null, window: null, holdReason: null, zone: null, addressId: "a", latitude: null, longitude: null },
    version: 1,
    ...rest,
  };
}

const jobs = [
  waiting("held", { status: "on_hold", holdReason: "parts", priority: "emergency", days: 30 }),
  waiting("gas", { priority: "emergency", city: "Albany" }),
  waiting("old", { days: 9 }),
  waiting("older", { days: 12, city: "Albany" }),
  waiting("few", { days: 3 }),
];

test.each<[TrayGrouping, [string, string[]][]]>([
  [
    "priority",
    [
      ["Emergency", ["gas"]],
      ["Normal", ["old", "older", "few"]],
      ["On hold, ready to schedule", ["held"]],
    ],
  ],
  [
    "age",
    [
      ["Over a week", ["older", "old"]],
      ["2 to 6 days", ["few"]],
      ["Since yesterday", ["gas"]],
      ["On hold, ready to schedule", ["held"]],
    ],
  ],
  [
    "city",
    [
      ["Albany", ["gas", "older"]],
      ["Troy", ["old", "few"]],
      ["On hold, ready to schedule", ["held"]],
    ],
  ],
])("by %s, with on-hold jobs separate at the end", (by, groups) => {
  expect(
    groupTray(jobs, by, { today: "2026-11-20", zone: "America/New_York" }).map(({ title, jobs }) => [
      title,
      jobs.map(({ id }) => id),
    ]),
  ).toEqual(groups);
});

test("a job that came in yesterday evening is a day old in the morning", () => {
  const createdAt = Date.parse("2026-11-20T02:00:00Z");
  expect(ageInDays({ createdAt }, "2026-11-20", "America/New_York")).toBe(1);
  expect(ageInDays({ createdAt }, "2026-11-19", "America/New_York")).toBe(0);
});

test.each([
  [0, "today"],
  [1, "1 day"],
  [9, "9 days"],
])("%s days reads %s", (days, text) => expect(formatAge(days)).toBe(text));
