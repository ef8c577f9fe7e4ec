import { test } from "@playwright/test";
import { stateOf } from "./people";

for (const scheme of ["dark", "light"] as const)
  for (const width of [390, 1440])
    for (const who of ["admin", "technician"] as const) {
      test.describe(`${who}-${scheme}-${width}`, () => {
        test.use({ storageState: stateOf(who), viewport: { width, height: 900 }, colorScheme: scheme });
        test("shots", async ({ page }) => {
          for (const path of who === "admin"
            ? ["/payment", "/payment?of=household", "/payment/received", "/payment/cancel?of=business"]
            : ["/payment"]) {
            await page.goto(path);
            await page.waitForLoadState("networkidle");
            await page.screenshot({
              path: `/tmp/h3shots/${who}-${path.replace(/\W+/g, "_")}-${scheme}-${width}.png`,
              fullPage: true,
            });
          }
        });
      });
    }
