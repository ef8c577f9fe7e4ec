import { importWithRetry, lazyWithRetry } from "~/lib/lazy-with-retry";
// The browser's install prompt may fire before the screens are loaded.
import "./install-prompt";

const importWorkOrder = () => import("~/routes/technician-app/work-order/work-order-screen");
const importWorkOrderScreen = () => importWorkOrder().then((loaded) => loaded.WorkOrderScreen);
const importTodayScreen = () =>
  import("~/routes/technician-app/work-order/today-screen").then((loaded) => loaded.TodayScreen);

// The server renders either screen, and its links and forms work until the browser has the code.
export const { Part: WorkOrderScreen } = lazyWithRetry(importWorkOrderScreen);
export const { Part: TodayScreen } = lazyWithRetry(importTodayScreen);

/** Loads all screens, whichever one this page shows, because any of them may be opened offline. */
export async function importScreens(): Promise<void> {
  // Not while the page becomes interactive: each piece waits until the browser has nothing better to do.
  await whenIdle();
  await importWithRetry(importTodayScreen);
  await whenIdle();
  const { importMemos, importReadings } = await importWithRetry(importWorkOrder);
  await whenIdle();
  await importWithRetry(() => Promise.all([importMemos(), importReadings()]));
}

/** Safari has no idle callbacks. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: 1000 });
    else setTimeout(resolve, 200);
  });
}
