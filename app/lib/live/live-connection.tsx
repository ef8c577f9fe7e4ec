import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { browserDeps } from "./browser-deps";
import { createLiveConnection, type LiveConnection } from "./connection";

const LiveConnectionContext = createContext<LiveConnection | null>(null);

/** Null outside an organization's screens. */
export function useLiveConnection(): LiveConnection | null {
  return useContext(LiveConnectionContext);
}

type LiveConnectionProviderProps = { organizationId: string | null; children: ReactNode };

/** One socket for all screens below, opened by the first listener. */
export function LiveConnectionProvider({ organizationId, children }: LiveConnectionProviderProps) {
  const connection = useMemo(() => organizationId && createLiveConnection(browserDeps), [organizationId]) || null;

  // The socket is outside React.
  useEffect(() => () => connection?.close(), [connection]);
  return <LiveConnectionContext.Provider value={connection}>{children}</LiveConnectionContext.Provider>;
}
