import { lazyWithRetry } from "~/lib/lazy-with-retry";
// The browser offers to install the app before the screens are there.
import "./install-hint";

const importJob = () => import("./job/job-screen");
const importJobScreen = () => importJob().then((loaded) => loaded.JobScreen);
const importTodayScreen = () => import("./job/today-screen").then((loaded) => loaded.TodayScreen);

// The server renders either with the page, and its links and forms work until the browser has the code.
export const { Part: JobScreen } = lazyWithRetry(importJobScreen);
export const { Part: TodayScreen } = lazyWithRetry(importTodayScreen);

/** All come with the device, whichever this page shows: offline any may be opened. */
export async function importDevice() {
  const [device] = await Promise.all([
    import("./offline/device"),
    importJob().then(({ importMemos, importReadings }) => Promise.all([importMemos(), importReadings()])),
    importTodayScreen(),
  ]);
  return device;
}
