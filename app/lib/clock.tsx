import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react";
import { MINUTE_MS } from "~/domain/shared/time/dates";

const ClockContext = createContext<number | undefined>(undefined);

type ClockProviderProps = {
  /** When the server rendered the page, in epoch milliseconds; undefined if it did not. */
  writtenAt: number | undefined;
  children: ReactNode;
};

/**
 * One current time for everything a page displays. It starts with the server's time, so that hydration matches whatever
 * the device's clock shows and however long the page took; after that it follows the device's clock, minute by minute.
 */
export function ClockProvider({ writtenAt, children }: ClockProviderProps) {
  const [now, setNow] = useState(writtenAt);

  // The clock is outside React.
  useEffect(() => {
    // Low priority: parts of the page that are not hydrated yet keep the server's HTML until they are.
    const tick = () =>
      startTransition(() => setNow((before = 0) => (sameMinute(before, Date.now()) ? before : Date.now())));
    tick();
    const timer = setInterval(tick, MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  return <ClockContext.Provider value={now}>{children}</ClockContext.Provider>;
}

const sameMinute = (a: number, b: number) => Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS);

/** The page's current time, in epoch milliseconds; for display only, not for calculations. */
export function useNow(): number {
  return useContext(ClockContext) ?? Date.now();
}
