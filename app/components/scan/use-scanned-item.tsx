import { useState } from "react";
import type { StockedItem } from "~/domain/inventory/stock.server";
import { lookUpItem } from "./look-up-item";

/**
 * A scan handler that finds items by code, and why it found none, shown until the next scan.
 * @param onUnknown takes a code that no item has; without it, that is a problem
 */
export function useScannedItem(onItem: (item: StockedItem) => void, onUnknown?: (code: string) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  return {
    scan: async (code: string) => {
      const answer = await lookUpItem({ code });
      const isAccepted = answer && (answer.item || onUnknown);
      setProblem(isAccepted ? null : scanProblem(code, answer));
      if (answer?.item) onItem(answer.item);
      else if (answer) onUnknown?.(code);
    },
    problem: problem && (
      <p role="alert" className="break-words text-bad">
        {problem}
      </p>
    ),
  };
}

/** Why a scan found no item; the answer is null if the server could not be reached. */
const scanProblem = (code: string, answer: object | null) =>
  answer ? `No item has the code ${code}.` : `${code} could not be looked up. Check your connection and scan it again.`;
