import type { ModelUse } from "~/domain/providers";
import { numbersIn } from "~/domain/shared/numbers-in-text";
import type { Comparison } from "./analysis";
import { MEASURES, SOURCES } from "./figures";

/** A language model's remarks on a comparison. It is shown as the model's, and saved only with an analysis, as such. */
export interface Remark {
  /** The NAICS code of the industry that it is about; null: of several. */
  industry: string | null;
  text: string;
}

export interface Remarks extends ModelUse {
  remarks: Remark[];
  /** How many were left out because they name a figure that is not in the data. */
  leftOut: number;
  model: string;
  /** Dollars; null where the prices or the tokens are not known. */
  cost: number | null;
}

/** What a saved analysis has of it, beside the model and the time. */
export type SavedRemarks = Omit<Remarks, "model">;

/** An answer with what proves that a model gave it, so that it can be saved and nothing else can be saved as one. */
export interface SignedRemarks extends Remarks {
  answer: string;
}

/** What becomes known of an answer on its way. */
export type RemarkEvent = { type: "said"; texts: string[] } | ({ type: "done" } & SignedRemarks) | RemarkTrouble;

export interface RemarkTrouble {
  type: "trouble";
  message: string;
}

/** All that the model is told: no customer, no name, nothing that anybody typed. */
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

/** The texts of remarks in JSON that is still being written; the last may be half of one. */
export function textsSoFar(json: string): string[] {
  return [...json.matchAll(/"text"\s*:\s*"((?:[^"\\]|\\.)*)/g)].flatMap(([, raw = ""]) => {
    try {
      const text: unknown = JSON.parse(`"${raw}"`);
      return typeof text === "string" && text !== "" ? [text] : [];
    } catch {
      // An escape of which only half has come.
      return [];
    }
  });
}

/** Whether a text names a number that the facts do not have. Small counts and years are words of any sentence. */
export function isUnfounded(text: string, facts: string): boolean {
  const known = new Set(numbersIn(facts));
  return numbersIn(text).some((number) => !known.has(number) && !isCommon(number));
}

const isCommon = (number: number) => Number.isInteger(number) && (number <= 12 || (number >= 2000 && number <= 2100));

/** Dollars of an answer. */
export function costOf(
  { inputTokens, outputTokens }: ModelUse,
  prices: { input: number; output: number } | null,
): number | null {
  if (!prices || inputTokens === null || outputTokens === null) return null;
  return (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000;
}
