/**
 * Figures of the building trades' industries from public statistics. Each has its source, period and reliability; figures not
 * found in any available source are omitted, never estimated. Compiled on DATA_SET_DATE.
 */
export const DATA_SET_DATE = "2026-11-26";

/**
 * `published`: read where the agency publishes it. `preliminary`: marked as preliminary by the agency. `republished`: the
 * agency's figure, read on another site and not compared with the agency's own file.
 */
export type Sureness = "published" | "preliminary" | "republished";

interface Source {
  name: string;
  agency: string;
  period: string;
  /** Where it was read. */
  urls: readonly string[];
  /** What it counts, in one sentence. */
  counts: string;
}

/** A source stays in the list, since saved analyses refer to it: a new edition gets its own id. */
export const SOURCES = {
  qcew2024: {
    name: "Quarterly Census of Employment and Wages, annual averages",
    agency: "U.S. Bureau of Labor Statistics",
    period: "2024",
    urls: [
      "https://www.smbdensity.org/industry/23822",
      "https://smbdensity.sitesbytiff.workers.dev/industry/23821",
      "https://smbdensity.sitesbytiff.workers.dev/industry/23816",
    ],
    counts:
      "Private establishments and employees under unemployment insurance, added up over the states, the District of Columbia and Puerto Rico by smbdensity.org.",
  },
  ces6b: {
    name: "Current Employment Statistics, table B-6b",
    agency: "U.S. Bureau of Labor Statistics",
    period: "June 2025 to May 2026",
    urls: ["https://www.bls.gov/web/empsit/ceseeb6b.htm"],
    counts: "Production and nonsupervisory employees on private payrolls, not seasonally adjusted.",
  },
  ces6a: {
    name: "Current Employment Statistics, table B-6a",
    agency: "U.S. Bureau of Labor Statistics",
    period: "September 2024",
    urls: ["https://www.bls.gov/ces/data/employment-and-earnings/2024/table6a_202411.htm"],
    counts: "Production and nonsupervisory employees on private payrolls, seasonally adjusted.",
  },
  oews2023: {
    name: "Occupational Employment and Wage Statistics by industry",
    agency: "U.S. Bureau of Labor Statistics",
    period: "May 2023",
    urls: ["https://www.bls.gov/oes/2023/may/naics5_238290.htm", "https://www.bls.gov/oes/2023/May/naics4_3330A1.htm"],
    counts:
      "Jobs on employers' payrolls and their mean annual wage, without overtime and bonuses. The count of 238290 was read where others quote it.",
  },
  projections2019: {
    name: "Employment Projections, national matrix",
    agency: "U.S. Bureau of Labor Statistics",
    period: "2019",
    urls: ["https://data.bls.gov/projections/nationalMatrix?queryParams=811300&ioType=i"],
    counts: "All jobs in the industry, in the base year of the projections.",
  },
  productivity2025: {
    name: "Productivity and Costs by Industry, table 2",
    agency: "U.S. Bureau of Labor Statistics",
    period: "2025",
    urls: ["https://www.bls.gov/news.release/prin1.t02.htm"],
    counts: "All workers, including the self-employed.",
  },
} as const satisfies Record<string, Source>;
export type SourceId = keyof typeof SOURCES;

export interface Figure {
  value: number;
  source: SourceId;
  sure: Sureness;
  /** The wider group it covers, if it is not the industry itself. */
  of?: string;
}

export interface MonthFigure {
  /** A month such as '2026-05'. */
  month: string;
  /** Thousands of production and nonsupervisory employees. */
  thousands: number;
}

export const MEASURES = ["establishments", "employees", "annualPay", "productionWorkers"] as const;
export type Measure = (typeof MEASURES)[number];

export const MEASURE_LABELS: Record<Measure, string> = {
  establishments: "Establishments",
  employees: "Employees",
  annualPay: "Average annual pay",
  productionWorkers: "Production workers",
};

/** Dollars for pay, otherwise a count. */
export type IndustryFigures = Partial<Record<Measure, Figure>> & { months?: readonly MonthFigure[] };

const qcew = (establishments: number, employees: number, annualPay: number): IndustryFigures => {
  const figure = (value: number): Figure => ({ value, source: "qcew2024", sure: "republished" });
  return {
    establishments: figure(establishments),
    employees: figure(employees),
    annualPay: figure(annualPay),
  };
};

/** July to October 2025 are missing from the available editions. */
const PUBLISHED_MONTHS = [
  ...["2025-06", "2025-11", "2025-12", "2026-01"],
  ...["2026-02", "2026-03", "2026-04", "2026-05"],
] as const;

const workers = (...thousands: readonly number[]): IndustryFigures => ({
  productionWorkers: { value: Math.round((thousands.at(-1) ?? 0) * 1000), source: "ces6b", sure: "preliminary" },
  months: PUBLISHED_MONTHS.map((month, at) => ({ month, thousands: thousands[at] ?? 0 })),
});

/** By NAICS code. For industries not listed here, no figures were found. */
export const FIGURES: Readonly<Record<string, IndustryFigures>> = {
  "23": workers(6161, 6082, 5939, 5758, 5752, 5845, 5997, 6096),
  "236115": workers(229.7, 235.4, 230.9, 223.8, 226, 229.1, 230.5, 232.4),
  "236118": workers(299.3, 290.3, 286.8, 278.5, 278.2, 281.2, 285.9, 284.5),
  "236220": { productionWorkers: { value: 459_400, source: "ces6a", sure: "published" } },
  "238160": qcew(31_657, 251_559, 71_212),
  "238210": qcew(99_685, 1_098_531, 82_730),
  "238220": qcew(122_643, 1_290_330, 78_183),
  "238290": { employees: { value: 153_170, source: "oews2023", sure: "republished" } },
  "333415": {
    annualPay: {
      value: 66_600,
      source: "oews2023",
      sure: "published",
      of: "Makers of farm, industrial, HVAC and other general machinery (3331, 3332, 3334 and 3339)",
    },
  },
  "423730": {
    employees: {
      value: 322_300,
      source: "productivity2025",
      sure: "published",
      of: "Hardware, plumbing and heating equipment wholesalers (4237)",
    },
  },
  "811310": { employees: { value: 219_600, source: "projections2019", sure: "published" } },
};
