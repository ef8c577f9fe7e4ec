import type { ShouldRevalidateFunction } from "@remix-run/react";
import { statusOf } from "~/domain/shared/errors";
import { isSigningOut } from "./signing-out";

/**
 * Shared by every layout and every screen with forms or dialogs. Reloads after a write, when the query changes, when a
 * parameter that remains in the URL changes, and when the same URL is requested again; not because a child opened or
 * closed, and not after a form that was refused or did not reach the server, except that a key used before had saved something.
 * Nothing reloads while the user is signing out: a guest would be sent to sign in and return here. (With single fetch, Remix
 * always passes `defaultShouldRevalidate` as true, also for reloads that a navigation canceled: `useResumedReload` repeats
 * those.)
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
  if (formMethod && formMethod !== "GET") {
    return (actionStatus < 400 || actionStatus === statusOf.key_reused) && !isOfflineResult(actionResult);
  }
  if (currentUrl.search !== nextUrl.search || currentUrl.pathname === nextUrl.pathname) return true;
  return Object.entries(currentParams).some(([name, value]) => name in nextParams && nextParams[name] !== value);
};

/**
 * Whether a form's result was created in the browser because the server could not be reached. In its own file, so that
 * using it loads no form code.
 */
function isOfflineResult(result: unknown): boolean {
  return typeof result === "object" && result !== null && "isOffline" in result;
}
