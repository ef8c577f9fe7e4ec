import { type ShouldRevalidateFunction, useNavigation, useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { isOfflineResult } from "./offline-result";
import { isSigningOut } from "./signing-out";

/** A reload after a write or someone else's change that has not finished. */
let isReadingOwed = false;

/**
 * Shared by every layout and every screen with forms or dialogs. Reloads after a write, when the query changes, when a
 * parameter that remains in the URL changes, and when the same URL is requested again; not because a child opened or
 * closed, and not after a form that was refused or did not reach the server. A reload canceled by a navigation is made
 * up for by that navigation. Nothing reloads while the user is signing out: a guest would be sent to sign in and return here.
 * (With single fetch, Remix always passes `defaultShouldRevalidate` as true.)
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
  if (isSigningOut()) return false;
  if (formMethod && formMethod !== "GET") return actionStatus < 400 && !isOfflineResult(actionResult);
  if (isReadingOwed) return true;
  if (currentUrl.search !== nextUrl.search || currentUrl.pathname === nextUrl.pathname) return true;
  return Object.entries(currentParams).some(([name, value]) => name in nextParams && nextParams[name] !== value);
};

/** For the root only: tracks reloads that are canceled, such as when a dialog closes while the page behind it is loading. */
export function useOwedReadings(): void {
  const { state, formMethod } = useNavigation();
  const revalidator = useRevalidator();
  useEffect(() => {
    if ((formMethod && formMethod !== "GET") || revalidator.state === "loading") isReadingOwed = true;
    else if (state === "idle") isReadingOwed = false;
  }, [state, formMethod, revalidator.state]);
}
