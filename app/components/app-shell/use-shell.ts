import { useRouteLoaderData } from "@remix-run/react";
import type { ShellData, ToastMessage } from "~/lib/shell-data";

/** Undefined only where the root loader itself failed. */
export function useShell(): (ShellData & { toast: ToastMessage | null }) | undefined {
  return useRouteLoaderData("root");
}
