import { lazyWithRetry } from "~/lib/lazy-with-retry";
// The browser's install prompt may fire before the screens are loaded.
import "./install-hint";

const importJob = () => import("./job/job-screen");
const importJobScreen = () => importJob().then((loaded) => loaded.JobScreen);
const importTodayScreen = () => import("./job/today-screen").then((loaded) => loaded.TodayScreen);

// The server renders either screen, and its links and forms work until the browser has the code.
export const { Part: JobScreen } = lazyWithRetry(importJobScreen);
export const { Part: TodayScreen } = lazyWithRetry(importTodayScreen);

/** Loads all screens with the device, whichever one this page shows, because any of them may be opened offline. */
export async function importDevice() {
  const [device] = await Promise.all([
    import("./offline/device"),
    importJob().then(({ importMemos, importReadings }) => Promise.all([importMemos(), importReadings()])),
    importTodayScreen(),
  ]);
  return device;
}
