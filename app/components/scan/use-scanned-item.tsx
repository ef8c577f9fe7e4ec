import { useState } from "react";
import type { StockedItem } from "~/domain/inventory/stock.server";
import { lookUpItem } from "./look-up-item";

/** A scan handler that finds items by code, and an error for an unknown code, shown until the next scan. */
export function useScannedItem(onItem: (item: StockedItem) => void) {
  const [unknown, setUnknown] = useState<string | null>(null);
  return {
    scan: async (code: string) => {
      const answer = await lookUpItem({ code });
      setUnknown(answer?.item ? null : code);
      if (answer?.item) onItem(answer.item);
    },
    problem: unknown && <p role="alert" className="break-words text-bad">{`No item has the code ${unknown}.`}</p>,
  };
}
