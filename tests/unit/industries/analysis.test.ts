import { expect, test } from "vitest";
import {
  compareIndustries,
  indexed,
  type OwnFigures,
  seasonLines,
  seasonOf,
  sourcesOf,
} from "~/domain/industries/analysis";
import { FIGURES, MEASURES, SOURCES } from "~/domain/industries/figures";
import { findIndustry, INDUSTRIES, searchIndustries } from "~/domain/industries/industry";
import { industryOfService } from "~/domain/industries/own-work";
import { AnalyzeIndustries } from "~/domain/industries/schema";

const months = Array.from({ length: 12 }, (_, at) => ({
  month: `2026-${String(at + 1).padStart(2, "0")}`,
  jobs: at === 0 ? 5 : 15,
  revenueMinor: 100_000,
}));
const own: OwnFigures = {
  months,
  byIndustry: [
    { code: "238210", jobs: 17, customers: 9, revenueMinor: 250_000, serviceTypes: ["Thermostat installation"] },
  ],
  byCustomerType: [{ type: "residential", customers: 40, jobs: 170, revenueMinor: 1_200_000 }],
  technicians: 6,
};
const nothing: OwnFigures = { months: [], byIndustry: [], byCustomerType: [], technicians: 0 };
const compare = (codes: readonly string[], mine = own) =>
  compareIndustries(
    codes.flatMap((code) => findIndustry(code) ?? []),
    mine,
  );

test("figures from one source give people per establishment and the payroll", () => {
  const [hvac, electrical] = compare(["238220", "238210"]).industries;
  expect([hvac?.peopleEach, electrical?.peopleEach]).toEqual([10.5, 11]);
  // 1,290,330 people at $78,183.
  expect(hvac?.payroll).toBe(100_881_870_390);
});

test("missing figures are omitted, and so are those computed from them", () => {
  const [cleaning, repair, wholesale] = compare(["561790", "811310", "423730"]).industries;
  expect(cleaning).toMatchObject({ figures: {}, peopleEach: null, payroll: null, season: null });
  expect(repair).toMatchObject({ figures: { employees: { value: 219_600 } }, peopleEach: null, payroll: null });
  expect(wholesale?.figures.employees?.of).toContain("4237");
});

test("every figure cites a source with a URL, is above zero and belongs to a listed industry", () => {
  for (const [code, figures] of Object.entries(FIGURES)) {
    expect(findIndustry(code)?.code).toBe(code);
    for (const figure of MEASURES.flatMap((measure) => figures[measure] ?? [])) {
      expect(figure.value).toBeGreaterThan(0);
      expect(SOURCES[figure.source].urls.every((url) => url.startsWith("https://"))).toBe(true);
    }
    for (const { thousands } of figures.months ?? []) expect(thousands).toBeGreaterThan(0);
  }
});

test("the season is the lowest and the highest published month", () => {
  const season = compare(["236118"]).industries[0]?.season;
  expect(season?.low).toEqual({ month: "2026-02", thousands: 278.2 });
  expect(season?.high).toEqual({ month: "2025-06", thousands: 299.3 });
  expect(season?.spread).toBeCloseTo(0.0758, 4);
  expect(season?.published).toBe(8);
  expect(seasonOf([{ month: "2026-01", thousands: 5 }])).toBeNull();
});

test("the findings state the figures, comparing only comparable ones", () => {
  const { findings } = compare(["238220", "238210", "811310"]);
  expect(findings).toEqual([
    "Plumbing and HVAC employs 1,290,330 people, 1.2 times as many as Electrical.",
    "Electrical pays the most of those compared, $82,730 a year on average: 5.8% more than Plumbing and HVAC.",
    "An average establishment has this many people on its payroll: 10.5 in Plumbing and HVAC and 11.0 in Electrical. You have 6 technicians.",
    "10% of your jobs in the last 12 months belong to Electrical by their service types.",
  ]);
  expect(compare(["561790"], nothing).findings).toEqual([]);
});

test("pay for a broader group or another year is shown but never ranked", () => {
  const { industries, findings } = compare(["333415", "238210", "238160"]);
  expect(industries[0]?.figures.annualPay).toMatchObject({ value: 66_600, source: "oews2023" });
  expect(findings.filter((finding) => finding.includes("pays the most"))).toEqual([
    "Electrical pays the most of those compared, $82,730 a year on average: 16.2% more than Roofing.",
  ]);
});

test("a business without jobs is compared without division by zero", () => {
  const comparison = compare(["238220"], nothing);
  expect(comparison.own).toMatchObject({ jobs: 0, revenueMinor: 0, customers: 0 });
  expect(seasonLines(comparison).map(({ name }) => name)).toEqual(["All of construction, production workers"]);
  expect(JSON.stringify(comparison)).not.toContain("NaN");
});

test("the seasonal curve is each month relative to the average of the known months", () => {
  expect(indexed([50, 150, null])).toEqual([50, 150, null]);
  expect(indexed([0, 0])).toEqual([null, null]);
  expect(indexed([])).toEqual([]);
  const [jobs, remodelers] = seasonLines(compare(["236118"]));
  expect(jobs?.values.slice(0, 2)).toEqual([35.5, 106.5]);
  // The last month is not complete.
  expect(jobs?.values.at(-1)).toBeNull();
  expect(remodelers?.name).toBe("Remodelers, production workers");
  expect(remodelers?.values.slice(6, 10)).toEqual([null, null, null, null]);
});

test("industries without monthly data are shown next to all of construction, unless they build nothing", () => {
  const names = (code: string) => seasonLines(compare([code])).map(({ name }) => name);
  expect(names("238220")).toEqual(["Your jobs", "All of construction, production workers"]);
  expect(names("423730")).toEqual(["Your jobs"]);
});

test("a comparison lists the sources of its figures, each once", () => {
  expect(sourcesOf(compare(["238220", "238210"]).industries)).toEqual(["qcew2024"]);
  expect(sourcesOf(compare(["561790"]).industries)).toEqual([]);
  expect(sourcesOf(compare(["238290", "333415"]).industries)).toEqual(["oews2023"]);
});

test.each([
  ["Walk-in cooler repair", "811310"],
  ["Duct cleaning", "561790"],
  ["Duct inspection", "238220"],
  ["Thermostat installation", "238210"],
  ["Rooftop unit maintenance", "238220"],
  ["Furnace tune-up", "238220"],
  [null, "238220"],
])("a job named %s belongs to %s", (name, code) => {
  expect(industryOfService(name)).toBe(code);
});

test("an industry is found by its code, title, short name and activities", () => {
  expect(findIndustry(" electrical ")?.code).toBe("238210");
  expect(findIndustry("Residential Remodelers")?.code).toBe("236118");
  expect(findIndustry("__proto__")).toBeNull();
  expect(searchIndustries("duct").map(({ code }) => code)).toEqual(["561790"]);
  expect(searchIndustries("2382 contractors").map(({ code }) => code)).toEqual(["238220", "238210", "238290"]);
  expect(searchIndustries("")).toHaveLength(INDUSTRIES.length);
});

test.each([
  [{ industries: [] }, "Choose at least one industry"],
  [{ industries: Array(200).fill("238220") }, "Compare up to 5 industries at a time"],
  [{ industries: ["238220", "Florists"] }, "Unknown industry “Florists”"],
  [{ industries: [5] }, "Name each industry by its NAICS code or name"],
  [{ industries: "238220" }, "Name the industries to analyze as a list"],
  [{}, "Name the industries to analyze as a list"],
])("%j is rejected", (input, message) => {
  expect(AnalyzeIndustries.safeParse(input).error?.issues[0]?.message).toBe(message);
});
