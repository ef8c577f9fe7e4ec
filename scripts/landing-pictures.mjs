// Takes screenshots of the running product for the landing page: node scripts/landing-pictures.mjs http://localhost:8787 Needs
// the demo data; writes public/landing/<name>-<theme>.webp. Run it again when the screens have changed.

import { mkdirSync, writeFileSync } from "node:fs";
import { chromium } from "@playwright/test";
import { findChromium } from "./chromium.mjs";

const base = process.argv[2] ?? "http://localhost:8787";
const folder = "public/landing";
// As wide as the page shows it, and no taller than the demo business's day.
const size = { width: 1180, height: 430 };
const scrollbars = 50;
const sharpness = 1.5;
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
for (const theme of ["dark", "light"]) {
  const context = await browser.newContext({
    viewport: { ...size, height: size.height + scrollbars },
    deviceScaleFactor: sharpness,
    locale: "en-US",
    timezoneId: "America/Chicago",
  });
  await context.addCookies([
    { name: "plenum_theme", value: theme, url: base },
    { name: "plenum_sidebar", value: "closed", url: base },
  ]);
  const page = await context.newPage();
  await page.goto(`${base}/login`);
  await page.getByLabel("Email").fill("admin@example.com");
  await page.getByRole("textbox", { name: "Password" }).fill("comfort-demo-2026");
  await page.locator("main button[type=submit]").click();
  await page.waitForURL("**/dashboard");
  await page.goto(`${base}/workorders/scheduler/${nextWeekday()}`, { waitUntil: "networkidle" });
  writeFileSync(
    `${folder}/scheduler-${theme}.webp`,
    await asWebp(page, await page.screenshot({ clip: { x: 0, y: 0, ...size } })),
  );
  await context.close();
}
await browser.close();

/** The next weekday, on which the business is busy. */
function nextWeekday() {
  const day = new Date();
  do day.setUTCDate(day.getUTCDate() + 1);
  while ([0, 6].includes(day.getUTCDay()));
  return day.toISOString().slice(0, 10);
}

/** Encodes with the browser, so that no image tool is needed. */
async function asWebp(page, png) {
  const drawing = await page.context().newPage();
  const url = await drawing.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement("canvas");
      canvas.width = image.width;
      canvas.height = image.height;
      canvas.getContext("2d").drawImage(image, 0, 0);
      return canvas.toDataURL("image/webp", 0.82);
    },
    `data:image/png;base64,${png.toString("base64")}`,
  );
  return Buffer.from(url.split(",")[1], "base64");
}
