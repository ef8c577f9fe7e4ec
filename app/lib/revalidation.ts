import type { ShouldRevalidateFunction } from "@remix-run/react";
import { isOfflineResult } from "./client-action";

/**
 * The one rule of every layout and every screen with forms or dialogs: the router's own (after a write, when the query or
 * the route's own part of the address changes, when a reading was cut off), but never after a form that did not reach
 * the server. Exporting it also tells single fetch not to read the route again because a child opened or closed.
 */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionResult, defaultShouldRevalidate }) =>
  defaultShouldRevalidate && !isOfflineResult(actionResult);
