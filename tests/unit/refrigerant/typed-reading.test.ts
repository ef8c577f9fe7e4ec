import { expect, test } from "vitest";
import { ReadingForm } from "~/domain/refrigerant/schema";
import { readTyped } from "~/domain/refrigerant/typed-reading";
import { TRADE_UNITS } from "~/domain/refrigerant/units";
import type { GaugeUnits } from "~/domain/shared/gauge-units";

const metric: GaugeUnits = { pressure: "kpa", temperature: "c", weight: "oz" };
const unitFields = { pressureUnit: "kpa", temperatureUnit: "c", weightUnit: "oz" };
const trade = { metering: "txv", suctionPsig: "118", suctionTempF: "52", liquidPsig: "340", liquidTempF: "95" };
const inMetric = {
  metering: "txv",
  suctionPsig: "813.6",
  suctionTempF: "11.1",
  liquidPsig: "2344.2",
  liquidTempF: "35",
};

test("the same circuit gives the same verdict in either units, with text in its own units", () => {
  const ours = readTyped(trade, { refrigerant: "R-410A", units: TRADE_UNITS }).assessment;
  const theirs = readTyped(inMetric, { refrigerant: "R-410A", units: metric }).assessment;
  expect(theirs.superheat?.value).toBeCloseTo(ours.superheat?.value ?? Number.NaN, 0);
  expect(theirs.subcooling?.value).toBeCloseTo(ours.subcooling?.value ?? Number.NaN, 0);
  expect([ours.verdict, theirs.verdict]).toEqual(["in_range", "in_range"]);
  expect(ours.reasons[0]).toBe("Superheat 12.2 °F is within 5 to 20 °F.");
  expect(theirs.reasons[0]).toBe("Superheat 6.7 °C is within 2.8 to 11.1 °C.");
});

test("doubtful values are described in the units typed, and impossible ones are reported", () => {
  const hot = readTyped({ ...inMetric, suctionTempF: "43" }, { refrigerant: "R-410A", units: metric });
  expect(hot.doubts).toEqual([{ field: "suctionTempF", text: "Superheat of 38.6 °C" }]);
  const cold = readTyped({ ...inMetric, outdoorDryBulbF: "40" }, { refrigerant: "R-410A", units: metric });
  expect(cold.doubts.map(({ field }) => field)).toEqual(["liquidTempF"]);
  const swapped = readTyped({ ...inMetric, suctionPsig: "2500" }, { refrigerant: "R-410A", units: metric });
  expect(swapped.wrong.map(({ field }) => field)).toEqual(["liquidPsig"]);
});

test("text that is not a number counts as not measured and is rejected once", () => {
  const found = readTyped(
    { ...trade, suctionPsig: "12,5", addedLb: " " },
    { refrigerant: "R-410A", units: TRADE_UNITS },
  );
  expect([found.measured.suctionPsig, found.measured.addedLb]).toEqual([null, null]);
  const text = "Please enter a pressure between -14.7 and 1,000 psig";
  expect(found.wrong).toEqual([{ field: "suctionPsig", text }]);
  const far = readTyped({ ...trade, suctionPsig: "5000" }, { refrigerant: "R-410A", units: TRADE_UNITS });
  expect(far.wrong.filter(({ field }) => field === "suctionPsig")).toEqual([{ field: "suctionPsig", text }]);
});

test("a form states its units and is parsed in them", () => {
  const read = ReadingForm.parse({ ...unitFields, ...inMetric, addedLb: "2", targetSubcoolingF: "5" });
  expect(read).toMatchObject({ units: metric, addedLb: 0.125, targetSubcoolingF: 9, recoveredLb: null });
  expect(read.suctionPsig).toBeCloseTo(118.003, 3);
  expect(read.suctionTempF).toBeCloseTo(51.98, 6);
  expect(ReadingForm.parse(trade)).toMatchObject({ units: TRADE_UNITS, suctionPsig: 118, suctionTempF: 52 });
});

test.each([
  ["suctionPsig", "6900", "Please enter a pressure between -101.3 and 6,894.7 kPa"],
  ["liquidTempF", "149", "Please enter a temperature between -73.3 and 148.8 °C"],
  ["targetSubcoolingF", "30", "Please enter a subcooling between 0 and 22.2 °C"],
  ["addedLb", "0", "Please enter a weight between 0.1 and 1,600,000 oz"],
])("a %s of %s is rejected with a message in its unit", (field, typed, text) => {
  const { error } = ReadingForm.safeParse({ ...unitFields, ...inMetric, [field]: typed });
  expect(error?.issues.map(({ path, message }) => [path.join("."), message])).toEqual([[field, text]]);
});
