import type { Tone } from "~/components/ui/tone";
import type { SavingsTip } from "~/domain/finance/cashflow/cashflow";

interface TipLabels {
  tone: Tone;
  label: string;
  text: string;
}

/** What a savings rate means, and what to do about it. */
export const SAVINGS_TIP_LABELS: Record<SavingsTip, TipLabels> = {
  negative: {
    tone: "bad",
    label: "Below zero",
    text: "You're spending more than you earn. Cross out an expense to see what you'd save without it.",
  },
  low: {
    tone: "warn",
    label: "Low",
    text: "You're saving less than 10%. Your largest category is the first place to look.",
  },
  good: {
    tone: "ok",
    label: "Good",
    text: "You're saving 10% or more. A little more builds a three-month emergency fund sooner.",
  },
  great: {
    tone: "ok",
    label: "Great",
    text: "You're saving 20% or more. Consider moving the surplus to an interest-bearing account.",
  },
};
