import { expect, test } from "vitest";
import {
  compareIndustries,
  indexed,
  type OwnFigures,
  seasonLines,
  seasonOf,
  sourcesOf,
} from "~/domain/industries/analysis";
import { FIGURES, MEASURES, measuresOf, SOURCES } from "~/domain/industries/figures";
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

test("derived figures come from one source", () => {
  const [hvac, electrical] = compare(["238220", "238210"]).industries;
  expect([hvac?.peopleEach, electrical?.peopleEach]).toEqual([10.4, 10.9]);
  // The pay of a year and the employees of a quarter.
  expect(hvac?.figures.annualPay?.value).toBe(78_183);
  expect(hvac?.payroll).toBeNull();
});

test("missing figures are omitted", () => {
  const [cleaning, construction] = compare(["561790", "23"]).industries;
  expect(cleaning?.figures).not.toHaveProperty("annualPay");
  expect(measuresOf(cleaning ? [cleaning] : [])).toEqual(["establishments", "employees", "weeklyPay"]);
  expect(construction?.figures.productionWorkers).toEqual({ value: 6_096_000, source: "ces6b", sure: "preliminary" });
});

test("every industry has its establishments, employees, pay and a whole year's months from the same two sources", () => {
  for (const { code } of INDUSTRIES) {
    const { establishments, employees, weeklyPay, months = [], monthsSource } = FIGURES[code] ?? {};
    for (const figure of [establishments, employees, weeklyPay])
      expect(figure).toMatchObject({ source: "qcew2024q1", sure: "republished" });
    expect(monthsSource).toBe("qcew2016");
    expect(months.map(({ month }) => month)).toEqual(
      Array.from({ length: 12 }, (_, at) => `2016-${String(at + 1).padStart(2, "0")}`),
    );
  }
});

test("the figures of an industry fit one another", () => {
  const yearOf = (code: string) => (FIGURES[code]?.months ?? []).map(({ thousands }) => thousands * 1000);
  for (const { code } of INDUSTRIES) {
    const { establishments, employees, weeklyPay } = FIGURES[code] ?? {};
    const each = (employees?.value ?? 0) / (establishments?.value ?? 0);
    expect(each).toBeGreaterThan(3);
    expect(each).toBeLessThan(70);
    expect(weeklyPay?.value).toBeGreaterThan(900);
    expect(weeklyPay?.value).toBeLessThan(2500);
    // Without California and Texas and eight years earlier.
    for (const people of yearOf(code)) {
      expect(people / (employees?.value ?? 0)).toBeGreaterThan(0.5);
      expect(people / (employees?.value ?? 0)).toBeLessThan(0.85);
    }
    expect(compare([code]).industries[0]?.season?.spread).toBeLessThan(0.35);
  }
  const trades = INDUSTRIES.filter(({ code }) => /^23\d/.test(code)).map(({ code }) => code);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  expect(sum(trades.map((code) => FIGURES[code]?.establishments?.value ?? 0))).toBeLessThan(
    FIGURES["23"]?.establishments?.value ?? 0,
  );
  for (const [at, everyone] of yearOf("23").entries())
    expect(sum(trades.map((code) => yearOf(code)[at] ?? 0))).toBeLessThan(everyone);
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
  const season = compare(["238220"]).industries[0]?.season;
  expect(season?.low).toEqual({ month: "2016-01", thousands: 782.772 });
  expect(season?.high).toEqual({ month: "2016-07", thousands: 835.036 });
  expect(season?.spread).toBeCloseTo(0.0668, 4);
  expect(season?.published).toBe(12);
  expect(seasonOf([{ month: "2026-01", thousands: 5 }])).toBeNull();
});

test("the findings state the figures, comparing only comparable ones", () => {
  const { findings } = compare(["238220", "238210", "811310"]);
  expect(findings).toEqual([
    "Plumbing and HVAC employs 1,256,817 people, 1.2 times as many as Electrical.",
    "Commercial equipment repair pays the most of those compared, $1,621 a week on average: 12.1% more than Plumbing and HVAC.",
    "An average establishment has this many people on its payroll: 10.4 in Plumbing and HVAC, 10.9 in Electrical, and 7.6 in Commercial equipment repair. You have 6 technicians.",
    "Plumbing and HVAC had 6.7% more employees in July 2016 than in January 2016.",
    "Electrical had 5.9% more employees in December 2016 than in February 2016.",
    "Commercial equipment repair had 2.8% more employees in April 2016 than in January 2016.",
    "10% of your jobs in the last 12 months belong to Electrical by their service types.",
  ]);
  expect(compare(["561790"], nothing).findings).toEqual([
    "Other building services had 30.9% more employees in July 2016 than in March 2016.",
  ]);
});

test("a group is not ranked with its parts", () => {
  const rankings = (codes: readonly string[]) =>
    compare(codes, nothing).findings.filter((finding) => /employs|pays the most/.test(finding));
  expect(rankings(["23", "238220"])).toEqual([]);
  expect(rankings(["23", "811310"])).toEqual([
    "All of construction employs 7,811,527 people, 32.7 times as many as Commercial equipment repair.",
    "Commercial equipment repair pays the most of those compared, $1,621 a week on average: 7.6% more than All of construction.",
  ]);
});

test("a business without jobs is compared without division by zero", () => {
  const comparison = compare(["238220"], nothing);
  expect(comparison.own).toMatchObject({ jobs: 0, revenueMinor: 0, customers: 0 });
  expect(seasonLines(comparison).map(({ name }) => name)).toEqual(["Plumbing and HVAC, employees in 2016"]);
  expect(JSON.stringify(comparison)).not.toContain("NaN");
});

test("the seasonal curve is each month relative to the average of the known months", () => {
  expect(indexed([50, 150, null])).toEqual([50, 150, null]);
  expect(indexed([0, 0])).toEqual([null, null]);
  expect(indexed([])).toEqual([]);
  const [jobs, hvac] = seasonLines(compare(["238220"]));
  expect(jobs?.values.slice(0, 2)).toEqual([35.5, 106.5]);
  // The last month is not complete.
  expect(jobs?.values.at(-1)).toBeNull();
  expect(hvac?.name).toBe("Plumbing and HVAC, employees in 2016");
  expect([hvac?.values[0], hvac?.values[6]]).toEqual([95.9, 102.4]);
});

test("months before the first job are not part of the business's seasonal curve", () => {
  const since = months.map((each, at) => ({ ...each, jobs: at < 8 ? 0 : at === 9 ? 0 : 10 }));
  const [jobs] = seasonLines(compare(["238220"], { ...own, months: since }));
  expect(jobs?.values).toEqual([...Array.from({ length: 8 }, () => null), 150, 0, 150, null]);
});

test("the months of an analysis saved before they had a source count production workers and may have gaps", () => {
  const { own: mine, ...comparison } = compare(["236118"]);
  const months = ["2025-06", "2025-11", "2025-12", "2026-01", "2026-02", "2026-03"].map((month, at) => ({
    month,
    thousands: 290 - at,
  }));
  const saved = comparison.industries.map((industry) => ({
    ...industry,
    figures: { months },
    season: seasonOf(months),
  }));
  const [, remodelers] = seasonLines({ ...comparison, own: mine, industries: saved });
  expect(remodelers?.name).toBe("Remodelers, production workers");
  expect(remodelers?.values.slice(6, 10)).toEqual([null, null, null, null]);
  expect(sourcesOf(saved)).toEqual([]);
});

test("a comparison lists the sources of its figures, each once", () => {
  expect(sourcesOf(compare(["238220", "238210"]).industries)).toEqual(["qcew2024q1", "qcew2024", "qcew2016"]);
  expect(sourcesOf(compare(["561790"]).industries)).toEqual(["qcew2024q1", "qcew2016"]);
  expect(sourcesOf(compare(["23"]).industries)).toEqual(["qcew2024q1", "ces6b", "qcew2016"]);
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
