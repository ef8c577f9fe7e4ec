import { type ComponentType, lazy } from "react";
import type { BalanceLinesProps } from "./balance-lines";
import type { MonthBarsProps } from "./month-bars";
import type { MonthLineProps } from "./month-line";

/** The charts' code is loaded in the browser when one is drawn, and is no part of the server's bundle. */
const nothing = () => null;

export const MonthBars: ComponentType<MonthBarsProps> = import.meta.env.SSR
  ? nothing
  : lazy(() => import("./month-bars").then((module) => ({ default: module.MonthBars })));

export const MonthLine: ComponentType<MonthLineProps> = import.meta.env.SSR
  ? nothing
  : lazy(() => import("./month-line").then((module) => ({ default: module.MonthLine })));

export const BalanceLines: ComponentType<BalanceLinesProps> = import.meta.env.SSR
  ? nothing
  : lazy(() => import("./balance-lines").then((module) => ({ default: module.BalanceLines })));
