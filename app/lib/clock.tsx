import { createContext, type ReactNode, startTransition, useContext, useEffect, useState } from "react";

const MINUTE_MS = 60_000;

const ClockContext = createContext<number | undefined>(undefined);

type ClockProviderProps = {
  /** When the server wrote the page, in epoch milliseconds; undefined where it did not. */
  writtenAt: number | undefined;
  children: ReactNode;
};

/**
 * One time of day for all that a page writes of it. The server's first, so that the browser writes the same whatever its own
 * clock says and however long the page took; then the device's, by the minute.
 */
export function ClockProvider({ writtenAt, children }: ClockProviderProps) {
  const [now, setNow] = useState(writtenAt);

  // A clock outside of React.
  useEffect(() => {
    // In no hurry: parts of the page that are not hydrated yet stay as the server drew them until they are.
    const tick = () =>
      startTransition(() => setNow((before = 0) => (sameMinute(before, Date.now()) ? before : Date.now())));
    tick();
    const timer = setInterval(tick, MINUTE_MS / 4);
    return () => clearInterval(timer);
  }, []);
  return <ClockContext.Provider value={now}>{children}</ClockContext.Provider>;
}

const sameMinute = (a: number, b: number) => Math.floor(a / MINUTE_MS) === Math.floor(b / MINUTE_MS);

/** What time the page takes it to be, in epoch milliseconds: to be written, never to be counted with. */
export function useNow(): number {
  return useContext(ClockContext) ?? Date.now();
}
