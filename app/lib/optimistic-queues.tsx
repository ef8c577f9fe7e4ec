import { createContext, type ReactNode, useEffect, useState } from "react";

/** The queues of the screens, each under its definition. */
export type OptimisticQueues = Map<object, { flush: (options: { retry: true }) => Promise<void> }>;

export const OptimisticQueuesContext = createContext<OptimisticQueues | null>(null);

/**
 * Holds the queues above the screens, so that leaving a screen loses nothing: what was refused or did not get through is
 * there on the way back, and what waits for the connection is sent when it is back, whatever is shown then.
 */
export function OptimisticQueuesProvider({ children }: { children: ReactNode }) {
  const [queues] = useState<OptimisticQueues>(() => new Map());

  // The network is outside of React.
  useEffect(() => {
    const retry = () => {
      for (const queue of queues.values()) void queue.flush({ retry: true });
    };
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [queues]);
  return <OptimisticQueuesContext.Provider value={queues}>{children}</OptimisticQueuesContext.Provider>;
}
