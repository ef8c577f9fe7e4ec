import type { Tone } from "~/components/ui/tone";
import type {
  ExpenseConsistency,
  IncomeStability,
  SavingsGrade,
  SavingsTrend,
} from "~/domain/finance/cashflow/insights";

interface Labels {
  tone: Tone;
  label: string;
  text: string;
}

export const INCOME_LABELS: Record<IncomeStability, Labels> = {
  very_stable: {
    tone: "ok",
    label: "Very stable",
    text: "Your income barely changes from month to month, so you can plan around it.",
  },
  some_variation: {
    tone: "info",
    label: "Some variation",
    text: "A cushion of one month's expenses covers the slower months.",
  },
  fluctuating: {
    tone: "warn",
    label: "Fluctuating",
    text: "Budget for a slow month, and set aside the surplus from the strong ones.",
  },
};

export const EXPENSE_LABELS: Record<ExpenseConsistency, Labels> = {
  consistent: { tone: "ok", label: "Consistent", text: "Every month costs about the same, so surprises are rare." },
  moderate: {
    tone: "info",
    label: "Moderate variation",
    text: "Some months cost noticeably more. See which ones, and save ahead.",
  },
  significant: {
    tone: "warn",
    label: "Significant variation",
    text: "Large bills make some months expensive. Spread them out, or set aside a twelfth each month.",
  },
};

export const TREND_LABELS: Record<SavingsTrend, Labels> = {
  improving: {
    tone: "ok",
    label: "Improving",
    text: "You save a larger share of your income in the second half of the year.",
  },
  stable: { tone: "neutral", label: "Stable", text: "You save about the same share in both halves of the year." },
  decreasing: {
    tone: "warn",
    label: "Decreasing",
    text: "You save a smaller share of your income in the second half of the year.",
  },
};

export const OVERALL_LABELS: Record<SavingsGrade, Labels> = {
  excellent: { tone: "ok", label: "Excellent", text: "You save 20% or more of the year's income." },
  doing_well: { tone: "ok", label: "Doing well", text: "You save more than 10% of the year's income." },
  positive: { tone: "info", label: "Positive", text: "You end the year ahead. Saving 10% is the next goal." },
  negative: { tone: "bad", label: "Negative", text: "You spend more than you earn this year." },
};
