import { type Browser, test as base, type ConsoleMessage, expect, type Page } from "@playwright/test";
import { type FrameParts, violationsOf } from "./axe";
import { stateOf } from "./people";
import { screens } from "./screens";
import { ask, requestsOf } from "./visit";

// Every screen at phone and desktop width, in one theme each: axe finds nothing, the content policy is not violated, and nothing
// scrolls sideways.
const test = base.extend<object, { pageOf: (who: string) => Promise<Page> }>({
  /** One page per user, which goes from screen to screen, so that scripts are fetched and compiled once. */
  pageOf: [
    async ({ browser }, use) => {
      const pages = new Map<string, Promise<Page>>();
      await use((who) => {
        const page = pages.get(who) ?? pageFor(browser, who);
        pages.set(who, page);
        return page;
      });
    },
    { scope: "worker" },
  ],
});
test.describe.configure({ mode: "parallel" });

interface Look {
  name: string;
  width: number;
  height: number;
  /** The system's preference, and the theme chosen by the user. */
  system: "light" | "dark";
  chosen: "system" | "dark";
}

const phone = { width: 390, height: 844 };
const desktop = { width: 1440, height: 900 };
const lightPhone: Look = { name: "a light phone", ...phone, system: "light", chosen: "system" };
const darkPhone: Look = { name: "a dark phone", ...phone, system: "dark", chosen: "system" };
const lightDesktop: Look = { name: "a light desktop", ...desktop, system: "light", chosen: "system" };
const darkDesktop: Look = { name: "a desktop in dark mode", ...desktop, system: "light", chosen: "dark" };
/**
 * Each width and each theme once for a screen; the next screen has them the other way around, and both share their parts. It begins
 * where the one before it ended: no page is laid out only to be left.
 */
const looks: readonly (readonly [Look, Look])[] = [
  [lightPhone, darkDesktop],
  [lightDesktop, darkPhone],
  [darkPhone, lightDesktop],
  [darkDesktop, lightPhone],
];
/**
 * Where a sidebar comes in, and where a table has just room for its columns: nothing may be cut off there either. They are passed
 * on the way from one look to the other.
 */
const widthsBetween = [700, 768, 1024, 1280];

for (const [who, paths] of Object.entries(screens)) {
  test.describe(who, () => {
    for (const [at, path] of paths.entries()) {
      test(`${path} is accessible at every width`, async ({ pageOf }) => {
        const page = await pageOf(who);
        expect(await inspect(page, path, looks[at % looks.length] ?? [lightPhone, darkDesktop])).toEqual([]);
      });
    }
  });
}

const frameParts = new Map<string, FrameParts>();

/** The parts of a look, for all screens opened by this process. */
function framePartsOf(look: string): FrameParts {
  const known = frameParts.get(look) ?? new Set();
  frameParts.set(look, known);
  return known;
}

async function pageFor(browser: Browser, who: string): Promise<Page> {
  const context = await browser.newContext(who === "guest" ? {} : { storageState: stateOf(who) });
  return context.newPage();
}

async function inspect(page: Page, path: string, [first, last]: readonly [Look, Look]): Promise<string[]> {
  const found: string[] = [];
  const onConsole = (message: ConsoleMessage) => {
    if (/Content Security Policy/i.test(message.text())) found.push(message.text());
  };
  const onError = (error: Error) => found.push(error.message);
  page.on("console", onConsole).on("pageerror", onError);
  const look = async ({ name, width, height, system, chosen }: Look) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: system, reducedMotion: "reduce" });
    await page.evaluate(shown, chosen);
    found.push(...(await violationsOf(page, framePartsOf(name))).map((violation) => `${name}: ${violation}`));
    if (await page.evaluate(scrollsSideways)) found.push(`${name}: scrolls sideways`);
  };
  await page.setViewportSize({ width: first.width, height: first.height });
  await page.emulateMedia({ colorScheme: first.system, reducedMotion: "reduce" });
  await page.goto(await withSpoken(page, await withDeposit(page, await withFirst(page, withDays(path)))));
  await expect(page.locator("h1")).toHaveCount(1);
  await look(first);
  for (const width of first.width < last.width ? widthsBetween : widthsBetween.toReversed()) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(scrollsSideways), `${width} px scrolls sideways`).toBe(false);
  }
  await look(last);
  page.off("console", onConsole).off("pageerror", onError);
  return found;
}

/** The path with dates, so many days from today: whenever the tests run, the demo has something there. */
function withDays(path: string): string {
  return path.replace(/:day\((-?\d+)\)/g, (_, days: string) =>
    new Date(Date.now() + Number(days) * 86_400_000).toISOString().slice(0, 10),
  );
}

/** The path with the id of the first row of the list it belongs to. */
async function withFirst(page: Page, path: string): Promise<string> {
  const [list, rest] = path.split("/:first");
  if (list === undefined || rest === undefined) return path;
  const answer = await (await requestsOf(page)).get(list);
  const first = new RegExp(`href="(${list}/[0-9a-f-]{36})"`).exec(answer.text());
  if (!first) throw new Error(`${list} has no row`);
  return `${first[1]}${rest}`;
}

/** The path with an upcoming job, its deposit request, and the token of its customer's link. */
async function withDeposit(page: Page, path: string): Promise<string> {
  if (!/:(job|deposit|link)\b/.test(path)) return path;
  const jobs = (await ask(page, "get", "/work-orders?status=unscheduled&limit=50")).json().items;
  // The oldest is the demo's: newer ones belong to concurrent tests.
  const workOrder = jobs.at(-1);
  const requests = `/work-orders/${workOrder.id}/deposit-requests`;
  // Another screen's test may have requested it: one can be open at a time.
  const answer = await ask(page, "post", requests, { amount: 150, note: "Due before we order the unit." });
  expect([201, 409]).toContain(answer.status());
  const { items } = (await ask(page, "get", requests)).json();
  const open = items.find(({ state }: { state: string }) => state === "open");
  const link = new URL(open.url).pathname.split("/").at(-1) ?? "";
  return path.replace(":job", workOrder.id).replace(":deposit", open.id).replace(":link", link);
}

/** The path of a voice session waiting for confirmation. */
async function withSpoken(page: Page, path: string): Promise<string> {
  if (!path.includes(":spoken")) return path;
  const { id } = (await ask(page, "post", "/voice/sessions", { sessionType: "work_order_creation" })).json();
  const multipart = { text: "Sofia has no heat, send Luis tomorrow at 9. Another job: a tune-up for Bell next week." };
  const read = await (await requestsOf(page)).send("post", `/api/voice/sessions/${id}/process`, { multipart });
  expect(read.status()).toBe(200);
  return path.replace(":spoken", id);
}

/** Sets the theme, and resolves when the change is visible, including color transitions. */
async function shown(theme: Look["chosen"]): Promise<void> {
  document.documentElement.className = theme;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
}

function scrollsSideways(): boolean {
  return document.documentElement.scrollWidth > window.innerWidth;
}
