import type { ShouldRevalidateFunction } from "@remix-run/react";
import { useEffect } from "react";

/**
 * A screen that decides itself what is worth reading anew is not told when a reading was cut off by the next
 * navigation (a dialog closed while the list behind it was refreshed): it is owed, and made with that navigation.
 */
export function owedLoads(isNeeded: ShouldRevalidateFunction) {
  let isOwed = false;
  const shouldRevalidate: ShouldRevalidateFunction = (args) => {
    isOwed = isNeeded(args) || isOwed;
    return isOwed;
  };
  /** Called by the screen with what its loader gave: the reading has arrived. */
  const useArrived = (data: unknown) =>
    // biome-ignore lint/correctness/useExhaustiveDependencies: each reading is another object
    useEffect(() => {
      isOwed = false;
    }, [data]);
  return { shouldRevalidate, useArrived };
}
