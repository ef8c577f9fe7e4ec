import { z } from "zod";
import { hasWholeCents, minorFromDecimal, parseAmount } from "~/domain/shared/money";

interface AmountTexts {
  /** Nothing was entered. */
  required: string;
  /** What was entered is no amount. */
  invalid: string;
}

const tooPrecise = "Please use at most 2 decimals";

/** A decimal number from the API (12.5) or a typed text ('1,234.50') as minor units. Nothing is rounded in silence. */
export function amount({ required, invalid }: AmountTexts) {
  return z
    .unknown()
    .transform((given, check): number => {
      const refuse = (message: string) => {
        check.addIssue({ code: "custom", message });
        return z.NEVER;
      };
      if (given === undefined || given === null || (typeof given === "string" && given.trim() === "")) {
        return refuse(required);
      }
      const minor = typeof given === "number" ? minorFromDecimal(given) : parseAmount(String(given));
      if (minor !== null && (typeof given !== "number" || hasWholeCents(given))) return minor;
      return refuse(hasMoreDecimals(given) ? tooPrecise : invalid);
    })
    .meta({ type: "number" });
}

function hasMoreDecimals(given: unknown): boolean {
  return /^-?[\d,]*\.\d{3,}$/.test(String(given).trim());
}
