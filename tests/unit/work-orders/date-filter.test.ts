import { expect, test } from "vitest";
import { dateLabel } from "~/routes/work-orders/list/date-filter";

const today = "2026-11-22";

test.each([
  [{}, undefined],
  [{ from: null, to: null }, undefined],
  [{ late: "true" }, "Late"],
  [{ from: today, to: today }, "Today"],
  [{ from: "2026-11-22", to: "2026-11-28" }, "This week"],
  [{ from: "2026-11-23" }, "From Mon, Nov 23"],
  [{ from: "2027-01-04" }, "From Mon, Jan 4, 2027"],
  [{ from: "2026-12-30", to: "2027-01-04" }, "Wed, Dec 30 to Mon, Jan 4, 2027"],
])("the dates %j are labeled %s", (query, label) => {
  expect(dateLabel(query, today)).toBe(label);
});
