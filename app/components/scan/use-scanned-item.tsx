import { useState } from "react";
import type { StockedItem } from "~/domain/inventory/stock.server";
import { lookUpItem } from "./look-up-item";

/** A scan handler that finds items by code, and why it found none, shown until the next scan. */
export function useScannedItem(onItem: (item: StockedItem) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  return {
    scan: async (code: string) => {
      const answer = await lookUpItem({ code });
      setProblem(answer?.item ? null : scanProblem(code, answer));
      if (answer?.item) onItem(answer.item);
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
