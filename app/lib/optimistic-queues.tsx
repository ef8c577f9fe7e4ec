import { createContext, type ReactNode, useEffect, useState } from "react";

/** The screens' queues, keyed by definition. */
export type OptimisticQueues = Map<object, { flush: (options: { retry: true }) => Promise<void> }>;

export const OptimisticQueuesContext = createContext<OptimisticQueues | null>(null);

/**
 * Holds the queues above the screens, so that leaving a screen loses nothing: refused and unreached changes are still
 * there on return, and changes waiting for the connection are sent when it is back, whichever screen is shown.
 */
export function OptimisticQueuesProvider({ children }: { children: ReactNode }) {
  const [queues] = useState<OptimisticQueues>(() => new Map());

  // Network events come from outside React.
  useEffect(() => {
    const retry = () => {
      for (const queue of queues.values()) void queue.flush({ retry: true });
    };
    window.addEventListener("online", retry);
    return () => window.removeEventListener("online", retry);
  }, [queues]);
  return <OptimisticQueuesContext.Provider value={queues}>{children}</OptimisticQueuesContext.Provider>;
}
