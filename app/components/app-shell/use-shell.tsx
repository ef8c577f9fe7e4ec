import { useRouteLoaderData } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useMemo, useRef } from "react";
import type { ShellData, ToastMessage } from "~/lib/shell-data";

type Shell = ShellData & { toast: ToastMessage | null };

const ShellContext = createContext<Shell | undefined>(undefined);

/**
 * Hands the root loader's data down. Signing in and out load a new document, so a person who is gone from the data has lost
 * their session while a screen stands: it stays as it is, and offers to sign in again where something is sent.
 */
export function ShellProvider({ children }: { children: ReactNode }) {
  const read = useRouteLoaderData<Shell>("root");
  const person = useRef(read?.person ?? null);
  if (read?.person) person.current = read.person;
  const shell = useMemo(() => read && { ...read, person: read.person ?? person.current }, [read]);
  return <ShellContext.Provider value={shell}>{children}</ShellContext.Provider>;
}

/** Undefined only where the root loader itself failed. */
export function useShell(): Shell | undefined {
  return useContext(ShellContext);
}
