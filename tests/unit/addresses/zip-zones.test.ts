import { expect, test } from "vitest";
import { readPlaces } from "#drizzle/seed/places";
import { US_STATES } from "~/domain/addresses/address";
import { zoneOfZip } from "~/domain/addresses/zip-zones";
import { wallTimeOf } from "~/domain/shared/time/time-zones";
import { US_ZONES } from "~/domain/shared/time/us-zones";

test.each([
  ["Phoenix", "AZ", "85007", "America/Phoenix"],
  ["Window Rock, Navajo Nation", "AZ", "86515", "America/Denver"],
  ["Kayenta, Navajo Nation", "AZ", "86033-0001", "America/Denver"],
  ["Hotevilla, Hopi land within it", "AZ", "86030", "America/Phoenix"],
  ["Indianapolis", "IN", "46204", "America/New_York"],
  ["Gary", "IN", "46402", "America/Chicago"],
  ["Evansville", "IN", "47708", "America/Chicago"],
  ["South Bend", "IN", "46601", "America/New_York"],
  ["Louisville", "KY", "40202", "America/New_York"],
  ["Bowling Green", "KY", "42101", "America/Chicago"],
  ["Nashville", "TN", "37203", "America/Chicago"],
  ["Knoxville", "TN", "37902", "America/New_York"],
  ["Chattanooga", "TN", "37402", "America/New_York"],
  ["Miami", "FL", "33101", "America/New_York"],
  ["Pensacola", "FL", "32501", "America/Chicago"],
  ["Panama City", "FL", "32401", "America/Chicago"],
  ["Tallahassee", "FL", "32301", "America/New_York"],
  ["Detroit", "MI", "48226", "America/New_York"],
  ["Iron Mountain", "MI", "49801", "America/Chicago"],
  ["El Paso", "TX", "79901", "America/Denver"],
  ["Dallas", "TX", "75201", "America/Chicago"],
  ["Boise", "ID", "83702", "America/Denver"],
  ["Coeur d'Alene", "ID", "83814", "America/Los_Angeles"],
  ["Ontario", "OR", "97914", "America/Denver"],
  ["Portland", "OR", "97201", "America/Los_Angeles"],
  ["Scottsbluff", "NE", "69361", "America/Denver"],
  ["Omaha", "NE", "68102", "America/Chicago"],
  ["Rapid City", "SD", "57701", "America/Denver"],
  ["Sioux Falls", "SD", "57104", "America/Chicago"],
  ["Dickinson", "ND", "58601", "America/Denver"],
  ["Fargo", "ND", "58102", "America/Chicago"],
  ["Goodland", "KS", "67735", "America/Denver"],
  ["Wichita", "KS", "67202", "America/Chicago"],
  ["West Wendover", "NV", "89883", "America/Denver"],
  ["Las Vegas", "NV", "89101", "America/Los_Angeles"],
  ["Anchorage", "AK", "99501", "America/Anchorage"],
  ["Honolulu", "HI", "96813", "Pacific/Honolulu"],
  ["San Juan", "PR", "00901", "America/Puerto_Rico"],
  ["nowhere", "ON", "00000", null],
])("%s has its own time zone", (_, state, zip, zone) => {
  expect(zoneOfZip(state, zip)).toBe(zone);
});

test("every state has a zone that the address form offers, and every ZIP code a valid one", () => {
  for (const state of Object.keys(US_STATES)) expect(US_ZONES).toHaveProperty(zoneOfZip(state, "") ?? "");
  const zones = new Set(readPlaces().map(({ state, postal_code: zip }) => zoneOfZip(state, zip)));
  for (const zone of zones) if (zone) expect(wallTimeOf(0, zone).date).toMatch(/^19(69|70)-/);
});
