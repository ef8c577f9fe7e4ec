import { availableParallelism } from "node:os";
import { defineConfig } from "@playwright/test";
import { installedChromium } from "./scripts/chromium.mjs";

const port = Number(process.env.PLENUM_E2E_PORT ?? 8791);
const snapshots = process.env.TRACE !== undefined;

const args = [
  ...["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  // Trades memory for time: young objects are collected a quarter as often, and compiled scripts are reused between pages.
  "--js-flags=--min-semi-space-size=32 --semi-space-growth-factor=4 --no-flush-bytecode",
];
const whole = installedChromium();

/** For tests with a camera, a microphone or notifications, which a browser without windows does not have. */
export const withDevices = {
  ...(whole ? {} : { channel: "chromium" }),
  launchOptions: { executablePath: whole, args },
};

/** Browser tests against the built Worker with demo data, started fresh for each run. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  fullyParallel: false,
  // Tests wait for the server and for what should appear about a third of the time; on two cores, a fourth worker only adds
  // switches between processes.
  workers: Math.min(6, Math.ceil(availableParallelism() * 1.5)),
  // End tests that hang. On a busy machine, a test may take many times longer.
  timeout: 240_000,
  expect: { timeout: 40_000, toPass: { timeout: 60_000 } },
  reporter: [
    ["list"],
    ["json", { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_NAME ?? "test-results/playwright.json" }],
  ],
  globalSetup: "./tests/e2e/sign-in-demo-users.ts",
  use: {
    baseURL: `http://localhost:${port}`,
    viewport: { width: 1440, height: 900 },
    locale: "en-US",
    timezoneId: "America/Chicago",
    // Each test gets an empty page with only its own cookies and storage; scripts are not fetched and compiled again.
    reuseContext: true,
    // Routes mocked by a test do not work behind a service worker; the technician app's tests allow it.
    serviceWorkers: "block",
    // A screenshot of a failure and, in CI, its actions and requests. Page snapshots before and after each action take a fifth of
    // a run's time, so they need TRACE=1.
    screenshot: "only-on-failure",
    trace: process.env.CI || process.env.TRACE ? { mode: "retain-on-failure", screenshots: false, snapshots } : "off",
    launchOptions: { executablePath: installedChromium({ windowless: true }), args },
  },
  // Files whose tests run in parallel come last: a serial file there would keep one worker busy while the others are idle.
  projects: [
    { name: "flows", testIgnore: "**/every-screen.spec.ts" },
    { name: "screens", testMatch: "**/every-screen.spec.ts" },
  ],
  webServer: {
    command: `node scripts/serve-for-tests.mjs ${port}`,
    // The server responds before the demo data is loaded, so wait for its message.
    wait: { stdout: /demo data is in/ },
    reuseExistingServer: false,
    timeout: 240_000,
  },
});
