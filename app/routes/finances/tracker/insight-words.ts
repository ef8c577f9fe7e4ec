import type { Tone } from "~/components/ui/tone";
import type {
  ExpenseConsistency,
  IncomeStability,
  SavingsGrade,
  SavingsTrend,
} from "~/domain/finance/cashflow/insights";

interface Words {
  tone: Tone;
  label: string;
  text: string;
}

export const INCOME_WORDS: Record<IncomeStability, Words> = {
  very_stable: {
    tone: "ok",
    label: "Very stable",
    text: "What comes in hardly differs from month to month: plans can lean on it.",
  },
  some_variation: {
    tone: "info",
    label: "Some variation",
    text: "A reserve of one month's expenses bridges the weaker months.",
  },
  fluctuating: {
    tone: "warn",
    label: "Fluctuating",
    text: "Plan with a weak month, and set the surplus of the strong ones aside.",
  },
};

export const EXPENSE_WORDS: Record<ExpenseConsistency, Words> = {
  consistent: { tone: "ok", label: "Consistent", text: "Every month costs about the same: surprises are rare." },
  moderate: {
    tone: "info",
    label: "Moderate variation",
    text: "Some months cost clearly more: see which, and save ahead.",
  },
  significant: {
    tone: "warn",
    label: "Significant variation",
    text: "Large bills make single months expensive. Spread them, or put a twelfth aside each month.",
  },
};

export const TREND_WORDS: Record<SavingsTrend, Words> = {
  improving: {
    tone: "ok",
    label: "Improving",
    text: "The second half of the year keeps more of its income than the first.",
  },
  stable: { tone: "neutral", label: "Stable", text: "Both halves of the year keep about the same share." },
  decreasing: {
    tone: "warn",
    label: "Decreasing",
    text: "The second half of the year keeps less of its income than the first.",
  },
};

export const OVERALL_WORDS: Record<SavingsGrade, Words> = {
  excellent: { tone: "ok", label: "Excellent", text: "A fifth or more of the year's income is kept." },
  doing_well: { tone: "ok", label: "Doing well", text: "More than a tenth of the year's income is kept." },
  positive: { tone: "info", label: "Positive", text: "The year ends above zero. A tenth is the next mark." },
  negative: { tone: "bad", label: "Negative", text: "The year spends more than it earns." },
};
