import { defineConfig } from "@playwright/test";

const port = Number(process.env.PLENUM_E2E_PORT ?? 8791);
const snapshots = process.env.TRACE !== undefined;

/** Browser tests against the built Worker with the demo data, started anew for each run. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results/browser",
  fullyParallel: false,
  // Much of a test is waiting: for the server, for what has to come.
  workers: 4,
  // These end what hangs: where something else runs beside, a test may take many times as long.
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
    // Each test finds its page emptied, with no cookies or storage but its own; scripts are not fetched and compiled anew for each.
    reuseContext: true,
    // Routes set by a test are not seen behind a service worker; the tests of the phone allow it.
    serviceWorkers: "block",
    // A picture of what failed, and in the workflow its actions and requests. The page before and after each action takes a fifth
    // of a run's time: with TRACE=1.
    screenshot: "only-on-failure",
    trace: process.env.CI || process.env.TRACE ? { mode: "retain-on-failure", screenshots: false, snapshots } : "off",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
      args: [
        ...["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
        // Memory for time: what is young is collected a quarter as often, and scripts that were compiled stay so from page to page.
        "--js-flags=--min-semi-space-size=32 --semi-space-growth-factor=4 --no-flush-bytecode",
      ],
    },
  },
  // Last what shares its tests among all workers: a file whose tests follow one another would be one worker's while the others stand still.
  projects: [
    { name: "flows", testIgnore: "**/every-screen.spec.ts" },
    { name: "screens", testMatch: "**/every-screen.spec.ts" },
  ],
  webServer: {
    command: `node scripts/serve-for-tests.mjs ${port}`,
    // The server answers before the demo data is in: only its word counts.
    wait: { stdout: /demo data is in/ },
    reuseExistingServer: false,
    timeout: 60_000,
  },
});
