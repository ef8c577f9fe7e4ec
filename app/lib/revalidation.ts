import { type ShouldRevalidateFunction, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isOfflineResult } from "./offline-result";

/** A reading after a write, or after a change of somebody else's, that has not ended. */
let isReadingOwed = false;

/**
 * The one rule of every layout and every screen with forms or dialogs: read again after a write, when the query changes,
 * when a parameter that stays in the address changes, and when the same address is requested again; not because a child
 * opened or closed, and not after a form that was refused or did not reach the server. A reading that another step called
 * off is made up for by that step. (With single fetch Remix hands over `defaultShouldRevalidate` as true whatever happened.)
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({
  formMethod,
  actionStatus = 200,
  actionResult,
  currentUrl,
  nextUrl,
  currentParams,
  nextParams,
}) => {
  if (formMethod && formMethod !== "GET") return actionStatus < 400 && !isOfflineResult(actionResult);
  if (isReadingOwed) return true;
  if (currentUrl.search !== nextUrl.search || currentUrl.pathname === nextUrl.pathname) return true;
  return Object.entries(currentParams).some(([name, value]) => name in nextParams && nextParams[name] !== value);
};

/** For the root alone: knows of readings that are called off, as when a dialog closes while the page behind it is read. */
export function useOwedReadings(): void {
  const { state, formMethod } = useNavigation();
  const revalidator = useRevalidator();
  useEffect(() => {
    if ((formMethod && formMethod !== "GET") || revalidator.state === "loading") isReadingOwed = true;
    else if (state === "idle") isReadingOwed = false;
  }, [state, formMethod, revalidator.state]);
}
