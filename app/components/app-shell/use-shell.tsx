import { useRouteLoaderData } from "@remix-run/react";
import { createContext, type ReactNode, useContext, useMemo, useRef } from "react";
import type { ShellData, ToastMessage } from "~/lib/shell-data";

type Shell = ShellData & { toast: ToastMessage | null };

const ShellContext = createContext<Shell | undefined>(undefined);

/**
 * Provides the root loader's data. Signing in and out load a new document, so if the person disappears from the data,
 * the session ended while a screen was open: the screen stays, and offers to sign in again when something is submitted.
 */
export function ShellProvider({ children }: { children: ReactNode }) {
  const read = useRouteLoaderData<Shell>("root");
  const person = useRef(read?.person ?? null);
  if (read?.person) person.current = read.person;
  const shell = useMemo(() => read && { ...read, person: read.person ?? person.current }, [read]);
  return <ShellContext.Provider value={shell}>{children}</ShellContext.Provider>;
}

/** Undefined only if the root loader itself failed. */
export function useShell(): Shell | undefined {
  return useContext(ShellContext);
}
