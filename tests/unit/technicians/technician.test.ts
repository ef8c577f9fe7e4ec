import { expect, test } from "vitest";
import { DEFAULT_AVAILABILITY, WEEKDAYS } from "~/domain/technicians/availability";
import { missingSkills } from "~/domain/technicians/technician";

test("the default week is Monday to Friday from 08:00 to 17:00", () => {
  const working = WEEKDAYS.filter((day) => DEFAULT_AVAILABILITY[day].available);
  expect(working).toEqual(["monday", "tuesday", "wednesday", "thursday", "friday"]);
  for (const day of working) expect(DEFAULT_AVAILABILITY[day]).toMatchObject({ start: "08:00", end: "17:00" });
});

test("skills match regardless of case and spaces, and blank ones require nothing", () => {
  expect(missingSkills([" epa  608", "Boilers", ""], ["EPA 608"])).toEqual(["Boilers"]);
  expect(missingSkills(["608"], ["EPA 608"])).toEqual(["608"]);
});
