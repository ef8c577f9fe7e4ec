import { expect, test } from "vitest";
import { countListed, statsOf } from "~/domain/customers/stats";

const counters = [
  { name: "customers.archived", value: 7 },
  { name: "customers.active.residential", value: 40 },
  { name: "customers.active.commercial", value: 12 },
  { name: "customers.prospect.residential", value: 3 },
  { name: "customers.suspended.industrial", value: 0 },
];

test("counts are summed by status and by type, excluding archived customers", () => {
  expect(statsOf(counters)).toEqual({
    total: 55,
    archived: 7,
    byStatus: { active: 52, inactive: 0, prospect: 3, suspended: 0 },
    byType: { residential: 43, commercial: 12, industrial: 0, government: 0 },
  });
});

const lists = [
  [{ archived: false }, 55],
  [{ archived: false, status: "active" }, 52],
  [{ archived: false, status: "active", customerType: "commercial" }, 12],
  [{ archived: false, customerType: "government" }, 0],
  [{ archived: true }, 7],
  [{ archived: true, status: "active" }, null],
] as const;

for (const [list, total] of lists) {
  test(`a list of ${JSON.stringify(list)} holds ${total ?? "no one knows how many"}`, () => {
    expect(countListed(counters, list)).toBe(total);
  });
}
