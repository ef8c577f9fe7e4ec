import { expect, test } from "vitest";
import { ageInStage } from "~/domain/leads/lead";

test.each([
  ["2026-11-20T16:00:00Z", "Today"],
  ["2026-11-20T02:00:00Z", "1 day"],
  ["2026-11-08T16:00:00Z", "12 days"],
])("a lead in its stage since %s reads %s on Nov 20, 2026 in Chicago", (since, text) => {
  expect(ageInStage(since, "2026-11-20", "America/Chicago")).toBe(text);
});
