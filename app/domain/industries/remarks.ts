import type { ModelUse } from "~/domain/providers";
import { numbersIn } from "~/domain/shared/text/numbers-in-text";
import type { Comparison } from "./analysis";
import { MEASURES, monthsOf, SOURCES } from "./figures";

/** A language model's remarks on a comparison. They are always labeled as the model's, and stored only with a saved analysis. */
export interface Remark {
  /** The NAICS code of the industry it is about; null if it is about several. */
  industry: string | null;
  text: string;
}

export interface Remarks extends ModelUse {
  remarks: Remark[];
  /** Number of remarks left out because they contain a figure that is not in the data. */
  leftOut: number;
  model: string;
  /** In dollars; null if prices or token counts are not known. */
  cost: number | null;
}

/** The remarks stored with an analysis; the model and the time are stored separately. */
export type SavedRemarks = Omit<Remarks, "model">;

/** An answer signed as a model's, so that only genuine answers can be saved. */
export interface SignedRemarks extends Remarks {
  answer: string;
}

/** Events of an answer in progress. */
export type RemarkEvent = { type: "text"; texts: string[] } | ({ type: "done" } & SignedRemarks) | RemarkTrouble;

interface RemarkTrouble {
  type: "trouble";
  message: string;
}

/** Everything sent to the model: no customers, no names, nothing entered by users. */
export function factsOf({ industries, own, findings }: Comparison): string {
  return JSON.stringify({
    industries: industries.map(({ code, title, figures, peopleEach, payroll, own: work }) => ({
      ...{ code, title, peopleEach, payroll },
      ...Object.fromEntries(
        MEASURES.map((measure) => {
          const figure = figures[measure];
          const period = figure && SOURCES[figure.source].period;
          return [measure, figure ? { value: figure.value, period, of: figure.of ?? "the industry" } : "not available"];
        }),
      ),
      months: figures.months ?? "not available",
      monthsCount: monthsOf(figures),
      yours: { jobs: work.jobs, customers: work.customers, revenueDollars: work.revenueMinor / 100 },
    })),
    yourBusiness: {
      ...{ jobs: own.jobs, customers: own.customers, technicians: own.technicians },
      revenueDollars: own.revenueMinor / 100,
      months: own.months.map(({ month, jobs, revenueMinor }) => ({ month, jobs, revenueDollars: revenueMinor / 100 })),
      byCustomerType: own.byCustomerType.map(({ type, customers, jobs, revenueMinor }) => ({
        ...{ type, customers, jobs, revenueDollars: revenueMinor / 100 },
      })),
    },
    computed: findings,
  });
}

/** The texts of remarks in incomplete JSON; the last one may be cut off. */
export function textsSoFar(json: string): string[] {
  return [...json.matchAll(/"text"\s*:\s*"((?:[^"\\]|\\.)*)/g)].flatMap(([, raw = ""]) => {
    try {
      const text: unknown = JSON.parse(`"${raw}"`);
      return typeof text === "string" && text !== "" ? [text] : [];
    } catch {
      // An incomplete escape sequence.
      return [];
    }
  });
}

/** Whether a text contains a number that is not in the facts. Small counts and years may occur in any sentence. */
export function isUnfounded(text: string, facts: string): boolean {
  const known = new Set(numbersIn(facts));
  return numbersIn(text).some((number) => !known.has(number) && !isCommon(number));
}

const isCommon = (number: number) => Number.isInteger(number) && (number <= 12 || (number >= 2000 && number <= 2100));

/** The cost of an answer in dollars. */
export function costOf(
  { inputTokens, outputTokens }: ModelUse,
  prices: { input: number; output: number } | null,
): number | null {
  if (!prices || inputTokens === null || outputTokens === null) return null;
  return (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000;
}
