import type { ShouldRevalidateFunction } from "@remix-run/react";
import { isOfflineResult } from "./offline-result";

/**
 * The one rule of every layout and every screen with forms or dialogs: read again after a write, when the query changes,
 * when a parameter that stays in the address changes, and when the same address is requested again; not because a child
 * opened or closed, and not after a form that was refused or did not reach the server. (With single fetch Remix hands
 * over `defaultShouldRevalidate` as true whatever happened.)
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
  if (currentUrl.search !== nextUrl.search || currentUrl.pathname === nextUrl.pathname) return true;
  return Object.entries(currentParams).some(([name, value]) => name in nextParams && nextParams[name] !== value);
};
