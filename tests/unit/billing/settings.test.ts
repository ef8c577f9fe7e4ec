import { expect, test } from "vitest";
import { BillingSettings } from "~/domain/billing/schema";

/** The form of a business with that many technicians, of whom some have a rate of their own. */
const saved = (technicians: number, rated: number) =>
  BillingSettings.safeParse({
    ...{ version: 0, effectiveFrom: "2026-11-01", laborRate: "120", roundingMinutes: "15", minimumCharge: "0" },
    ...{ tripCharge: "0", partsPricing: "list", partsMarkup: "0", termsDays: "30" },
    technicianRates: Array.from({ length: technicians }, (_, at) => ({
      ...{ technicianId: `technician-${at}`, rate: at < rated ? "150" : "" },
    })),
  });

test("a business with more technicians than rates that can be set still saves its billing settings", () => {
  expect(saved(201, 3).error?.issues).toBeUndefined();
  expect(saved(1000, 200).success).toBe(true);
});

test("more than 200 rates of technicians are refused", () => {
  expect(saved(201, 201).error?.issues.map(({ message }) => message)).toEqual(["Please set at most 200 rates"]);
});
