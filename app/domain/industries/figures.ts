/**
 * Figures of the building trades' industries from public statistics. Each has its source, period and reliability; figures not
 * found in any available source are omitted, never estimated. Compiled on DATA_SET_DATE.
 */
export const DATA_SET_DATE = "2026-11-28";

/**
 * `published`: read where the agency publishes it. `preliminary`: marked as preliminary by the agency. `republished`: the
 * agency's figure, read on another site and not compared with the agency's own file.
 */
type Sureness = "published" | "preliminary" | "republished";

interface Source {
  name: string;
  agency: string;
  period: string;
  /** Where it was read. If that is a copy of the agency's file, the agency's address comes first. */
  urls: readonly string[];
  /** What it counts. */
  counts: string;
}

/** A source stays in the list, since saved analyses refer to it: a new edition gets its own id. */
export const SOURCES = {
  qcew2024q1: {
    name: "Quarterly Census of Employment and Wages",
    agency: "U.S. Bureau of Labor Statistics",
    period: "January to March 2024",
    urls: [
      "https://data.bls.gov/cew/data/api/2024/1/area/US000.csv",
      "https://github.com/whitea27/business-intelligence-b/blob/819fc661fe88c6f5edb6bbcf8df190c4c968e7c7/data/US000.csv",
    ],
    counts:
      "Private establishments and employees under unemployment insurance in the 50 states and the District of Columbia. Employees are the average of the three months. Weekly pay is the quarter's pay per employee and week, including bonuses.",
  },
  qcew2016: {
    name: "Quarterly Census of Employment and Wages, employment by month",
    agency: "U.S. Bureau of Labor Statistics",
    period: "2016",
    urls: [
      "https://www.bls.gov/cew/downloadable-data-files.htm",
      "https://github.com/krd5520/syntheticQCEW/tree/5d019634fe0bf22da11673a2b48cf4e8eac2ac8b/Studies/OrigQCEWStudy/TrueQCEW/2016.q1-q4.by_area",
    ],
    counts:
      "Private employees under unemployment insurance, not seasonally adjusted, added up over 48 states and the District of Columbia. The files of California and Texas were not available, and a state that withholds an industry's figures is left out of all its months.",
  },
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
  /** Thousands of people: whom the source of the months counts. */
  thousands: number;
}

export const MEASURES = ["establishments", "employees", "weeklyPay", "annualPay", "productionWorkers"] as const;
export type Measure = (typeof MEASURES)[number];

export const MEASURE_LABELS: Record<Measure, string> = {
  establishments: "Establishments",
  employees: "Employees",
  weeklyPay: "Average weekly pay",
  annualPay: "Average annual pay",
  productionWorkers: "Production workers",
};

export const isPay = (measure: Measure) => measure === "weeklyPay" || measure === "annualPay";

/** Dollars for pay, otherwise a count. */
export type IndustryFigures = Partial<Record<Measure, Figure>> & {
  months?: readonly MonthFigure[];
  /** The source of the months. Analyses saved before it was recorded have those of `ces6b`. */
  monthsSource?: SourceId;
};

/** Whom the months count. */
export const monthsOf = ({ monthsSource = "ces6b" }: IndustryFigures): "employees" | "productionWorkers" =>
  monthsSource === "ces6b" ? "productionWorkers" : "employees";

/** The measures that at least one of them has. */
export const measuresOf = (industries: readonly { figures: IndustryFigures }[]) =>
  MEASURES.filter((measure) => industries.some(({ figures }) => figures[measure]));

const republished = (value: number, source: SourceId): Figure => ({ value, source, sure: "republished" });
const annualPay = (dollars: number) => republished(dollars, "qcew2024");
const productionWorkers = (value: number): Figure => ({ value, source: "ces6b", sure: "preliminary" });

interface Counted {
  establishments: number;
  /** Employees in January, February and March 2024. */
  employees: readonly [number, number, number];
  weeklyPay: number;
  /** Employees in each month of 2016. */
  months: readonly number[];
}

const counted = ({ establishments, employees, weeklyPay, months }: Counted): IndustryFigures => ({
  establishments: republished(establishments, "qcew2024q1"),
  employees: republished(Math.round(employees.reduce((sum, count) => sum + count, 0) / employees.length), "qcew2024q1"),
  weeklyPay: republished(weeklyPay, "qcew2024q1"),
  months: months.map((count, at) => ({
    month: `2016-${String(at + 1).padStart(2, "0")}`,
    thousands: count / 1000,
  })),
  monthsSource: "qcew2016",
});

const figures = (): Readonly<Record<string, IndustryFigures>> => ({
  "23": {
    ...counted({
      establishments: 928_934,
      employees: [7_726_295, 7_795_128, 7_913_157],
      weeklyPay: 1_507,
      months: [
        ...[4_826_529, 4_818_072, 4_943_520, 5_141_695, 5_252_367, 5_364_455],
        ...[5_432_508, 5_432_300, 5_413_037, 5_406_903, 5_349_701, 5_213_299],
      ],
    }),
    productionWorkers: productionWorkers(6_096_000),
  },
  "236115": {
    ...counted({
      establishments: 88_930,
      employees: [363_978, 366_356, 368_997],
      weeklyPay: 1_643,
      months: [
        ...[242_892, 242_887, 246_377, 252_361, 257_744, 263_612],
        ...[265_755, 266_670, 264_185, 265_731, 264_865, 264_289],
      ],
    }),
    productionWorkers: productionWorkers(232_400),
  },
  "236118": {
    ...counted({
      establishments: 125_148,
      employees: [440_945, 442_289, 445_917],
      weeklyPay: 1_141,
      months: [
        ...[242_333, 241_734, 246_293, 253_540, 258_505, 263_591],
        ...[267_402, 267_079, 265_479, 265_447, 263_476, 261_469],
      ],
    }),
    productionWorkers: productionWorkers(284_500),
  },
  "236220": {
    ...counted({
      establishments: 56_796,
      employees: [720_176, 721_526, 725_979],
      weeklyPay: 1_943,
      months: [
        ...[450_586, 448_165, 453_058, 461_699, 469_450, 482_840],
        ...[490_950, 490_875, 484_628, 484_364, 481_020, 476_592],
      ],
    }),
    productionWorkers: { value: 459_400, source: "ces6a", sure: "published" },
  },
  "238160": {
    ...counted({
      establishments: 30_895,
      employees: [230_836, 235_632, 241_989],
      weeklyPay: 1_252,
      months: [
        ...[135_490, 132_299, 140_477, 149_103, 153_991, 158_171],
        ...[160_808, 160_733, 159_906, 158_721, 157_696, 149_502],
      ],
    }),
    annualPay: annualPay(71_212),
  },
  "238210": {
    ...counted({
      establishments: 98_428,
      employees: [1_066_549, 1_068_216, 1_072_970],
      weeklyPay: 1_529,
      months: [
        ...[659_366, 658_349, 662_766, 669_284, 673_619, 682_852],
        ...[693_038, 694_623, 693_092, 695_358, 696_137, 696_931],
      ],
    }),
    annualPay: annualPay(82_730),
  },
  "238220": {
    ...counted({
      establishments: 121_340,
      employees: [1_251_408, 1_255_286, 1_263_756],
      weeklyPay: 1_446,
      months: [
        ...[782_772, 783_562, 792_324, 805_155, 813_253, 825_819],
        ...[835_036, 834_984, 830_980, 830_635, 828_789, 826_635],
      ],
    }),
    annualPay: annualPay(78_183),
  },
  "238290": counted({
    establishments: 12_494,
    employees: [153_916, 155_393, 157_932],
    weeklyPay: 1_855,
    months: [
      ...[111_277, 110_408, 112_082, 114_253, 114_910, 114_734],
      ...[115_323, 115_059, 116_210, 116_780, 116_141, 116_088],
    ],
  }),
  "333415": counted({
    establishments: 1_510,
    employees: [95_788, 96_024, 96_422],
    weeklyPay: 1_470,
    months: [...[70_607, 70_581, 69_968, 71_494, 71_689, 72_887], ...[72_889, 72_806, 71_990, 71_482, 71_537, 72_030]],
  }),
  "423730": counted({
    establishments: 7_205,
    employees: [82_622, 82_744, 82_923],
    weeklyPay: 2_317,
    months: [...[47_329, 47_465, 47_381, 47_953, 48_193, 48_639], ...[48_895, 48_971, 48_658, 48_762, 48_801, 49_121]],
  }),
  "561790": counted({
    establishments: 20_699,
    employees: [103_283, 102_762, 104_013],
    weeklyPay: 957,
    months: [...[62_079, 61_870, 61_789, 67_077, 72_473, 80_193], ...[80_894, 80_598, 76_400, 69_375, 67_104, 68_053]],
  }),
  "811310": counted({
    establishments: 31_307,
    employees: [234_747, 239_847, 241_665],
    weeklyPay: 1_621,
    months: [
      ...[155_606, 155_745, 158_705, 159_948, 158_569, 156_683],
      ...[156_449, 155_978, 157_994, 159_448, 157_766, 157_253],
    ],
  }),
});

/** By NAICS code. The annotation keeps them out of the browser, which receives only those it compares. */
export const FIGURES = /* @__PURE__ */ figures();
