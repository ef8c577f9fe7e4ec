import { expect, test } from "vitest";
import { maintenanceOn, warrantyOn } from "~/domain/equipment/condition";
import { healthColor, maintenanceStatus, needsAttention, warrantyStatus } from "~/domain/equipment/equipment";

const TODAY = "2026-11-20";

test.each([
  ["2026-11-19", "expired", 0],
  ["2026-11-20", "expired", 0],
  ["2026-11-21", "expiring", 1],
  ["2026-12-20", "expiring", 30],
  ["2026-12-21", "active", 31],
  [null, "expired", null],
])("a warranty until %s is %s", (until, status, days) => {
  const warranty = warrantyOn(TODAY, until);
  expect(warranty.warrantyDaysRemaining).toBe(days);
  expect(warrantyStatus(warranty)).toBe(status);
});

test.each([
  [{ isUnderWarranty: false, warrantyDaysRemaining: 400 }, "expired"],
  [{ isUnderWarranty: true, warrantyDaysRemaining: 0 }, "expired"],
  [{ isUnderWarranty: true, warrantyDaysRemaining: null }, "active"],
])("a warranty with %o is %s", (warranty, status) => {
  expect(warrantyStatus(warranty)).toBe(status);
});

test.each([
  ["2026-11-19", "overdue"],
  ["2026-11-20", "due_soon"],
  ["2026-11-27", "due_soon"],
  ["2026-11-28", "up_to_date"],
  [null, null],
])("maintenance due on %s is %s", (due, status) => {
  expect(maintenanceStatus(maintenanceOn(TODAY, due))).toBe(status);
});

test("isMaintenanceOverdue takes precedence over the days until maintenance", () => {
  expect(maintenanceStatus({ isMaintenanceOverdue: true, daysUntilNextMaintenance: null })).toBe("overdue");
});

test.each([
  [100, "green"],
  [85, "green"],
  [84, "yellow"],
  [70, "yellow"],
  [69, "orange"],
  [50, "orange"],
  [49, "red"],
  [0, "red"],
  [null, "unknown"],
])("the color of health %s is %s", (score, color) => {
  expect(healthColor(score)).toBe(color);
});

const WELL = {
  isUnderWarranty: true,
  warrantyDaysRemaining: 400,
  isMaintenanceOverdue: false,
  daysUntilNextMaintenance: 60,
  criticalAlerts: 0,
  healthScore: 90,
};

test.each([
  [{}, []],
  [{ healthScore: 70 }, []],
  [{ healthScore: 69 }, ["Health 69"]],
  [{ healthScore: null }, []],
  [{ isUnderWarranty: false, warrantyDaysRemaining: 0 }, []],
  [{ warrantyDaysRemaining: 30 }, ["Warranty expiring"]],
  [{ daysUntilNextMaintenance: 7 }, ["Maintenance due soon"]],
  [{ daysUntilNextMaintenance: null }, []],
  [
    { criticalAlerts: 2, isMaintenanceOverdue: true, healthScore: 40 },
    ["2 critical alerts", "Maintenance overdue", "Health 40"],
  ],
])("a unit with %o needs attention for %o", (change, reasons) => {
  expect(needsAttention({ ...WELL, ...change })).toEqual(reasons);
});
