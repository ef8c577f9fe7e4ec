import { chromium, type Page } from "@playwright/test";
import { demoPassword } from "../drizzle/seed/demo";
import { findChromium } from "../scripts/chromium.mjs";
import { atMost, type Figure, percentile, round } from "./figure";
import { localWith } from "./local";
import { mondayAfter, seedBusyDay } from "./scheduler-day";

const drops = 20;

/**
 * Time from dropping a job, on a day with 50 technicians and 400 jobs, until it is drawn in its new place, with the CPU throttled
 * to a quarter.
 */
export async function run(): Promise<Figure[]> {
  const { worker, url, db } = await localWith(0);
  const org = await db.prepare("SELECT id FROM organizations WHERE name LIKE 'Lakeside%'").first<{ id: string }>();
  const date = mondayAfter(60);
  await seedBusyDay(db, { orgId: org?.id ?? "", zone: "America/Chicago", date, technicians: 50, jobs: 400 });
  const browser = await chromium.launch({ executablePath: findChromium(), args: ["--no-sandbox"] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, timezoneId: "America/Chicago" });
  await page.goto(new URL("/login", url).href);
  await page.getByLabel("Email").fill("manager@example.com");
  await page.locator("input[type=password]").fill(demoPassword);
  await page.locator("form button[type=submit]").first().click();
  await page.waitForURL((at) => !at.pathname.startsWith("/login"));
  await page.goto(new URL(`/workorders/scheduler/${date}`, url).href);
  await page.locator("[data-draggable]").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  const times: number[] = [];
  for (let turn = 0; turn < drops; turn++) times.push(await dropOne(page, turn));
  await browser.close();
  await worker.dispose();
  return [
    { figure: "drop to repaint, 4x slower processor, p50", value: `${round(percentile(times, 0.5))} ms` },
    atMost("drop to repaint, 4x slower processor, p95", percentile(times, 0.95), 50, " ms"),
  ];
}

/** Drags the last job of one of the upper lanes, which no message covers, half an hour later and back in turn. */
async function dropOne(page: Page, turn: number): Promise<number> {
  const workOrder = page.locator(`ul[data-origin] > li:nth-child(${(turn % 6) + 1}) [data-movable]`).last();
  await workOrder.scrollIntoViewIfNeeded();
  const id = await workOrder.getAttribute("data-job");
  const box = await workOrder.boundingBox();
  if (!box || !id) throw new Error("the job is not drawn");
  const [x, y] = [box.x + 20, box.y + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 10, y, { steps: 2 });
  await page.mouse.move(x + (turn % 12 < 6 ? 45 : -45), y, { steps: 3 });
  await page.waitForTimeout(150);
  await page.evaluate(watchDrop, id);
  await page.mouse.up();
  // Polling the page in the meantime would distort the measurement.
  await new Promise((done) => setTimeout(done, 600));
  await page.waitForFunction(() => document.documentElement.dataset.repainted, undefined, { timeout: 10_000 });
  const time = await page.evaluate(() => Number(document.documentElement.dataset.repainted));
  await page.waitForTimeout(900);
  return time;
}

/**
 * Runs in the page: records the milliseconds from the pointer's release until a frame with the job in its new place was drawn.
 */
function watchDrop(id: string): void {
  const place = () => document.querySelector(`[data-lane] [data-job="${id}"]`)?.getAttribute("style");
  delete document.documentElement.dataset.repainted;
  window.addEventListener(
    "pointerup",
    (event) => {
      const before = place();
      const look = () => {
        if (place() === before) requestAnimationFrame(look);
        // Runs in a task after the frame with the new position, when it has been drawn.
        else
          setTimeout(() => {
            document.documentElement.dataset.repainted = String(performance.now() - event.timeStamp);
          }, 0);
      };
      requestAnimationFrame(look);
    },
    { capture: true, once: true },
  );
}
