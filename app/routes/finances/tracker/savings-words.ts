import type { Tone } from "~/components/ui/tone";
import type { SavingsTip } from "~/domain/finance/cashflow/cashflow";

interface TipWords {
  tone: Tone;
  label: string;
  text: string;
}

/** What a savings rate means, and what to do about it. */
export const SAVINGS_TIP_WORDS: Record<SavingsTip, TipWords> = {
  negative: {
    tone: "bad",
    label: "Below zero",
    text: "More goes out than comes in. Strike an expense through to see what leaving it out would change.",
  },
  low: {
    tone: "warn",
    label: "Low",
    text: "Less than a tenth is kept. The largest category is the first place to look.",
  },
  good: {
    tone: "ok",
    label: "Good",
    text: "A good part is kept. A little more builds a reserve of three months sooner.",
  },
  great: {
    tone: "ok",
    label: "Great",
    text: "A fifth or more is kept. Put what is left over where it earns interest.",
  },
};
