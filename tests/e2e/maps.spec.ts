import { type ChildProcess, spawn } from "node:child_process";
import { expect, type Locator, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { Requests } from "./requests";
import { mondaysFrom } from "./scheduler-day";
import { ask, visit } from "./visit";

test.describe("staff", () => {
  test.use({ storageState: stateOf("manager") });

  test("jobs are filtered by status, selected in the list, and stay readable if the outlines fail to load", async ({
    page,
  }) => {
    await page.route("**/outlines/**", (route) => route.abort());
    await visit(page, "/map");
    const states = page.getByRole("group", { name: "Show jobs by status" });
    const [all, one] = [states.getByRole("button", { name: /^All/ }), states.getByRole("button").nth(1)];
    const jobs = page.getByRole("region", { name: /^(Jobs|Not on the map)/ }).getByRole("listitem");
    // Other tests send jobs out today meanwhile.
    const expectAsManyAs = (button: Locator) =>
      expect(async () => {
        const count = Number((await button.innerText()).replace(/\D/g, ""));
        expect(count).toBeGreaterThan(0);
        expect(await jobs.count()).toBe(count);
      }).toPass();
    await expectAsManyAs(all);
    await one.click();
    await expectAsManyAs(one);
    await all.click();

    // The points are drawn without the base map, and the keys move them.
    const map = page.getByRole("application", { name: /^Jobs of the day/ });
    await expect(map.locator("svg g").first()).toBeAttached();
    await page
      .getByRole("button", { name: /^Show WO-\d+ on the map$/ })
      .first()
      .click();
    await expect(page.getByRole("status").filter({ has: page.getByRole("button", { name: "Close" }) })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await map.press("0");
    await expect(page.getByRole("button", { name: "Show everything" })).toHaveCount(0);
  });

  test("a stop's other times show the change in driving, and one is chosen", async ({ page }) => {
    const { date } = mondaysFrom(2087, 70)();
    const technicians = (await (await ask(page, "get", `/scheduling/days/${date}`)).json()).technicians;
    const luis = technicians.find(({ name }: { name: string }) => name === "Luis Ortega");
    const customer = (await (await ask(page, "get", "/customers?limit=1")).json()).items[0];
    const made = await ask(page, "post", "/work-orders", {
      ...{ title: "Furnace tune-up", customerId: customer.id, durationMinutes: 60, technicianId: luis.id },
      ...{ scheduledStart: `${date}T16:00:00Z`, overrideReason: "Agreed with the customer" },
    });
    expect(made.ok(), await made.text()).toBe(true);
    const { reference } = await made.json();
    await visit(page, `/map2?date=${date}`);
    await page.getByRole("link", { name: `Move ${reference}` }).click();
    const dialog = page.getByRole("dialog");
    const option = dialog.getByRole("radio").first();
    await option.check();
    expect(await violationsOf(page)).toEqual([]);
    await expect(dialog.getByText(/(less|more) driving|no change in driving|drive unknown/).first()).toBeVisible();
    await dialog.getByRole("button", { name: "Move stop" }).click();
    await expect(page.getByText("Stop moved.")).toBeVisible();
  });
});

test.describe("on paper", () => {
  test.use({ storageState: stateOf("manager") });

  test("a route sheet has every stop in order and nothing of the surrounding screen", async ({ page }) => {
    await visit(page, "/map2");
    await page
      .getByRole("link", { name: /^Route sheet for/ })
      .first()
      .click();
    await expect(page.getByRole("heading", { name: /^Route sheet for/ })).toBeVisible();
    const stops = page.getByRole("main").getByRole("listitem");
    const [id = ""] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
    const date = page.url().split("/").at(-1) ?? "";
    // Another test may send the technician to one more job between the answer and the page.
    await expect(async () => {
      const { routes } = await (await ask(page, "get", `/maps/routes?date=${date}`)).json();
      const route = routes.find(({ technicianId }: { technicianId: string }) => technicianId === id);
      await page.reload();
      const shown = await stops.allInnerTexts();
      expect(shown).toEqual(
        route.stops.map(({ reference }: { reference: string }, at: number) =>
          expect.stringMatching(new RegExp(`^${at + 1}\\..*${reference}`, "s")),
        ),
      );
    }).toPass();
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    await expect(page.getByRole("banner")).toBeHidden();
    await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
    await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
    await expect(stops.first()).toBeVisible();
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe("rgb(255, 255, 255)");
    expect((await page.pdf({ format: "Letter" })).subarray(0, 5).toString()).toBe("%PDF-");
  });
});

test("a visitor checks if a ZIP code is served and sees no customer", async ({ page }) => {
  await visit(page, "/map");
  await page.getByLabel("Is your ZIP code served?").fill("99950");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("No one on Plenum serves 99950 yet.")).toBeVisible();
  await expect(page.getByText(/WO-\d/)).toHaveCount(0);
});

test.describe("with a tile server", () => {
  // The technician app's servers are on the thousand above the first server's port.
  const port = Number(process.env.PLENUM_E2E_PORT ?? 8791) + 2000;
  const origin = `http://localhost:${port}`;
  const TILES = "https://tiles.example.com/streets/{z}/{x}/{y}.png";
  let server: ChildProcess;

  // Tiles are set per installation, so this uses its own.
  test.beforeAll(async () => {
    const vars = { MAP_TILES_URL: TILES, MAP_TILES_CREDIT: "© OpenStreetMap contributors" };
    server = spawn("node", ["scripts/serve-for-tests.mjs", String(port)], {
      env: { ...process.env, PLENUM_VARS: JSON.stringify(vars) },
    });
    await new Promise<void>((resolve, reject) => {
      server.stdout?.on("data", (text) => String(text).includes("demo data is in") && resolve());
      server.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
    });
  });
  test.afterAll(async () => {
    server.removeAllListeners("exit");
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    await ended;
  });

  test("streets come only from that host, with attribution; if it is slow or down, the outlines stay with a notice", async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: origin });
    await (await Requests.signedIn(origin, "manager")).signInPagesOf(context);
    const page = await context.newPage();
    const tile = Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
      "base64",
    );
    let answer: "tile" | "dead" | "slow" = "tile";
    const requests: string[] = [];
    await page.route("https://tiles.example.com/**", (route) => {
      requests.push(route.request().url());
      if (answer === "tile") return route.fulfill({ body: tile, contentType: "image/png" });
      return answer === "dead" ? route.abort() : undefined;
    });
    const outlines = page
      .getByRole("application", { name: /^Jobs of the day/ })
      .locator("svg path.stroke-subtle-foreground");

    const document = await page.goto("/map");
    const policy = document?.headers()["content-security-policy"] ?? "";
    expect(/img-src ([^;]*)/.exec(policy)?.[1]?.trim().split(/\s+/)).toEqual([
      "'self'",
      "data:",
      "blob:",
      "https://tiles.example.com",
    ]);
    await expect(page.getByText("© OpenStreetMap contributors")).toBeVisible();
    await expect(page.locator("svg image").first()).toBeAttached();
    await expect.poll(() => requests.length).toBeGreaterThan(0);
    expect(requests[0]).toMatch(/^https:\/\/tiles\.example\.com\/streets\/\d+\/\d+\/\d+\.png$/);

    for (const trouble of ["dead", "slow"] as const) {
      answer = trouble;
      await page.goto("/map");
      await expect(outlines).toHaveAttribute("d", /^M/);
      await expect(page.getByText("Streets could not be loaded. Outlines are shown.")).toBeVisible();
      await expect(page.getByRole("button", { name: /^Show WO-\d+ on the map$/ }).first()).toBeVisible();
    }
    await context.close();
  });
});
