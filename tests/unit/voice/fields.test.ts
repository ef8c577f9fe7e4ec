import { expect, test } from "vitest";
import { scoreCustomers } from "~/domain/voice/extraction/customers";
import { extractWorkOrders } from "~/domain/voice/extraction/extract";
import { readSpeech } from "~/domain/voice/extraction/speech";
import { type Transcript, timesOf } from "~/domain/voice/extraction/transcript";
import { book } from "./book";

function draftOf(transcript: Transcript, other: Partial<typeof book> = {}) {
  const found = extractWorkOrders(transcript, { ...book, ...other });
  if (found.kind === "no_speech") throw new Error("nobody spoke");
  const [draft] = found.drafts;
  if (!draft) throw new Error("no draft");
  return draft;
}

test("two customers with the same name are both offered to choose from", () => {
  const { customer } = draftOf({ text: "No heat at Johnson's place." });
  expect(customer).toMatchObject({ state: "asked", candidates: ["bob", "alice"] });
});

test("a known address with another name is left for the user to choose", () => {
  const { customer, name } = draftOf({ text: "No heat at 9 Elm Court, customer is Ray Whitman." });
  expect(name).toMatchObject({ state: "heard", value: "Ray Whitman" });
  expect(customer).toMatchObject({ state: "asked", candidates: ["alice"] });
});

test.each([
  [{ name: "Maria Lopes" }, "lopez", 0.8],
  [{ phone: "+13125550188" }, "bob", 0.97],
  [{ address: "815 W Main St" }, "hernandez", 0.9],
  [{ name: "Johnson", address: "9 Elm Ct" }, "alice", 0.97],
])("%j means %s", (spoken, id, score) => {
  const [best] = scoreCustomers(spoken, book.customers);
  expect(best?.id).toBe(id);
  expect(best?.score).toBeGreaterThanOrEqual(score);
});

test("a customer without a match is not a candidate", () => {
  expect(scoreCustomers({ name: "Whitman" }, book.customers)).toEqual([]);
  expect(scoreCustomers({}, book.customers)).toEqual([]);
});

test("two days without a correction, a week and a boiler in Spanish are left for the user to choose", () => {
  expect(draftOf({ text: "Furnace repair, Tuesday or Wednesday." }).date).toMatchObject({
    ...{ state: "asked", candidates: ["2026-11-24", "2026-11-25"] },
  });
  expect(draftOf({ text: "Furnace repair sometime next week." }).date).toMatchObject({
    state: "asked",
    candidates: [],
  });
  expect(draftOf({ text: "El boiler no prende en la casa." }).equipment).toMatchObject([
    { state: "asked", candidates: ["water_heater", "boiler"] },
  ]);
});

test.each([
  ["2026-11-25T15:00:00Z", "Furnace repair the day after Thanksgiving.", "2026-11-27"],
  ["2026-11-27T15:00:00Z", "Furnace repair the day after Thanksgiving.", "2026-11-27"],
  ["2026-11-30T15:00:00Z", "Furnace repair the day after Thanksgiving.", "2027-11-26"],
  ["2026-12-20T15:00:00Z", "Furnace repair the day after Christmas.", "2026-12-26"],
  ["2026-12-20T15:00:00Z", "Furnace repair the day after New Year's.", "2027-01-02"],
  ["2026-11-23T15:00:00Z", "Furnace repair the day after tomorrow.", "2026-11-25"],
])("on %s, %s means %s", (now, text, date) => {
  expect(draftOf({ text }, { now: Date.parse(now) }).date).toMatchObject({ state: "heard", value: date });
});

test("a day after something else is left for the user to choose", () => {
  const open = { state: "asked", candidates: [] };
  expect(draftOf({ text: "Furnace repair the day after the inspection." }).date).toMatchObject(open);
});

test("the only unit of its kind is chosen, and one of two is left for the user to choose", () => {
  expect(draftOf({ text: "Maria Lopez's furnace is noisy." }).units).toMatchObject([{ value: "lopez-furnace" }]);
  expect(draftOf({ text: "The boiler at Lakeview Apartments is noisy." }).units).toMatchObject([
    { state: "asked", candidates: ["boiler-1", "boiler-2"] },
  ]);
});

test("no heat is an emergency in winter and not in July", () => {
  const text = "No heat at 9 Elm Court.";
  expect(draftOf({ text }).priority).toMatchObject({ value: "emergency" });
  expect(draftOf({ text }, { now: Date.parse("2026-07-10T15:00:00Z") }).priority).toBeUndefined();
});

test("a visit is at the site's time, before and after the clocks change", () => {
  const visit = (now: string, zone = book.zone) =>
    draftOf({ text: "Furnace repair tomorrow between one and three." }, { now: Date.parse(now), zone }).visit;
  const at = (start: string, end: string) => ({ start: Date.parse(start), end: Date.parse(end) });
  expect(visit("2026-10-30T15:00:00Z")).toEqual(at("2026-10-31T18:00:00Z", "2026-10-31T20:00:00Z"));
  expect(visit("2026-10-31T15:00:00Z")).toEqual(at("2026-11-01T19:00:00Z", "2026-11-01T21:00:00Z"));
  // In Auckland it is already the next day.
  expect(visit("2026-11-23T15:00:00Z", "Pacific/Auckland")).toEqual(at("2026-11-25T00:00:00Z", "2026-11-25T02:00:00Z"));
});

test.each([
  ["2027-03-13T15:00:00Z", "Send Mike to 9 Elm Court tomorrow at 2:30 am, no heat."],
  ["2026-10-31T15:00:00Z", "Send Mike to 9 Elm Court tomorrow at 1:30 am, no heat."],
])("a time that the clocks of %s skip or repeat is left for the user to choose", (now, text) => {
  const { date, clock, visit } = draftOf({ text }, { now: Date.parse(now) });
  expect(date).toMatchObject({ state: "heard" });
  expect(clock).toMatchObject({ state: "asked" });
  expect(visit).toBeUndefined();
});

test("a breakdown this morning does not mean a visit this morning", () => {
  const { date, clock } = draftOf({ text: "My furnace stopped working this morning." });
  expect([date, clock]).toEqual([undefined, undefined]);
});

test("each field has the second at which it was spoken", () => {
  const text = "No heat, send Mike tomorrow.";
  const heard = [
    { word: "No", start: 0.4 },
    { word: " heat,", start: 0.7 },
    { word: " send", start: 1.9 },
    { word: " Mike", start: 2.2 },
    { word: " tomorrow.", start: 2.8 },
  ];
  const { symptoms, technician, date } = draftOf({ text, words: timesOf(text, heard) });
  expect([symptoms[0], technician, date].map((field) => field?.source.second)).toEqual([0.4, 2.2, 2.8]);
  expect(date?.source).toMatchObject({ start: 19, end: 27, words: "tomorrow" });
});

test.each([
  ["fifteen oh seven", "15 0 7"],
  ["forty two twenty", "42 20"],
  ["one hundred and eighteen", "118"],
  ["two thousand four hundred", "2400"],
  ["December twenty first", "december 21st"],
  ["ciento dieciocho con cuarenta y dos", "118 con 42"],
  ["mil doscientos tres", "1203"],
  ["veintidós y noventa y nueve", "22 y 99"],
])("%s is read as %s", (text, normalized) => {
  expect(readSpeech({ text }).normalized).toBe(normalized);
});

test("a second correction overrides the first", () => {
  const { clock } = draftOf({ text: "Furnace repair at two, no, three, no, four." });
  expect(clock).toMatchObject({ state: "heard", value: { at: "16:00" } });
});
