import { expect, test } from "vitest";
import { certificationState, expiryLabel } from "~/domain/technicians/qualification";

const today = "2026-11-20";

test.each([
  [null, "valid", "does not expire"],
  ["2026-11-20", "expiring", "expires today"],
  ["2026-11-21", "expiring", "expires in 1 day"],
  ["2027-01-19", "expiring", "expires in 60 days"],
  ["2027-01-20", "valid", "expires in 61 days"],
  ["2026-11-19", "expired", "expired 1 day ago"],
  ["2025-11-20", "expired", "expired 365 days ago"],
])("a certification until %s is %s: %s", (expiresOn, state, words) => {
  expect(certificationState(expiresOn, today)).toBe(state);
  expect(expiryLabel(expiresOn, today)).toBe(words);
});
