import { expect, test } from "vitest";
import { searchZones, zoneLabel } from "~/domain/shared/time/zone-search";

const zones = Intl.supportedValuesOf("timeZone");

test("a time zone is found by place or common name, US zones first", () => {
  expect(searchZones(zones, "arizona")).toEqual(["America/Phoenix"]);
  expect(searchZones(zones, "new york")[0]).toBe("America/New_York");
  expect(searchZones(zones, "berl")).toEqual(["Europe/Berlin"]);
  expect(searchZones(zones, "PORT spain")).toEqual(["America/Port_of_Spain"]);
  expect(searchZones(zones, "america chi").slice(0, 2)).toEqual(["America/Chicago", "America/Chihuahua"]);
  expect(searchZones(zones, "nowhere")).toEqual([]);
});

test("before anything is typed, only US zones are offered", () => {
  const offered = searchZones(zones, " ");
  expect(offered.slice(0, 2)).toEqual(["America/New_York", "America/Chicago"]);
  expect(offered).toHaveLength(11);
});

test("a US zone has its common name, any other its database name", () => {
  expect(zoneLabel("America/Chicago")).toBe("Central (Chicago)");
  expect(zoneLabel("America/Port_of_Spain")).toBe("America/Port of Spain");
});
