import { devices, expect, type Page, test } from "@playwright/test";
import { Requests } from "./requests";
import {
  asTechnician,
  goOffline,
  officeWithWorkOrder,
  onTechnicianDevice,
  open,
  origin,
  outboxOf,
  pressNotification,
  read,
  signIn,
  startServer,
  stopServer,
  type WorkOrder,
} from "./technician";
import { scriptInCharge, visit } from "./visit";

onTechnicianDevice();

/** A person's data stored on the device: days, kinds of changes, saved pages. */
function storedOn(page: Page) {
  return page.evaluate(async () => {
    const stored = await new Promise<{ days: number; mutations: string[] }>((resolve, reject) => {
      const opening = indexedDB.open("plenum-technician");
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction(["days", "mutations"]);
        const days = transaction.objectStore("days").count();
        const mutations = transaction.objectStore("mutations").getAll();
        transaction.oncomplete = () => {
          opening.result.close();
          resolve({ days: days.result, mutations: mutations.result.map((one) => one.change.kind) });
        };
      };
    });
    const hasPages = (await caches.keys()).includes("plenum-device-1");
    const pages = hasPages ? await (await caches.open("plenum-device-1")).keys() : [];
    return { ...stored, pages: pages.map((request) => new URL(request.url).pathname) };
  });
}

test("a job continues while offline, after the tab is closed and while the server restarts", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Furnace rattles");

  await goOffline(context, page);
  await page.getByRole("button", { name: "On my way" }).click();
  await expect(page.getByRole("button", { name: "Arrived, start job" })).toBeVisible();
  await page.getByRole("button", { name: "Arrived, start job" }).click();
  const pass = (on: Page) => on.getByRole("group", { name: "Check the filter" }).getByRole("button", { name: "Pass" });
  await pass(page).click();
  await expect(pass(page)).toHaveAttribute("aria-pressed", "true");
  await page.getByLabel("New note").fill("Belt is worn");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("No connection: 4 changes not synced")).toBeVisible();
  expect((await outboxOf(page)).filter((line) => line.includes("Queued"))).toHaveLength(4);

  await page.close();
  const again = await context.newPage();
  await again.goto(`/technician/jobs/${workOrder.number}`);
  await expect(again.locator("#notes").getByText("Belt is worn")).toBeVisible();
  await expect(again.getByText("4 changes not synced")).toBeVisible();
  await expect(pass(again)).toHaveAttribute("aria-pressed", "true");

  // The network is back, but the server is not.
  await stopServer();
  await context.setOffline(false);
  await again.reload();
  await expect(again.getByText(/not synced/)).toBeVisible();
  expect((await outboxOf(again)).filter((line) => line.includes("Saved"))).toEqual([]);

  await startServer();
  await again.reload();
  await expect(again.getByText("All changes synced")).toBeVisible();
  expect((await outboxOf(again)).filter((line) => line.includes("Saved"))).toHaveLength(4);
  const now = await read(office, workOrder);
  expect(now.status).toBe("in_progress");
  expect(now.notes.map((note) => note.body)).toEqual(["Belt is worn"]);
});

test("undoing a wrong tap leaves no trace", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  // Online, the step would be sent after a few seconds, and could no longer be undone.
  await goOffline(context, page);
  await page.getByRole("button", { name: "On my way" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "On my way" })).toBeVisible();
  await context.setOffline(false);
  // A later entry is sent after the step was removed: if it had stayed, it would have been sent first.
  await page.getByLabel("New note").fill("A wrong tap");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("All changes synced")).toBeVisible();
  const { status, notes } = await read(office, workOrder);
  expect([status, notes.length]).toEqual(["dispatched", 1]);
});

test("a job canceled by the office in the meantime shows both versions", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  await page.getByRole("button", { name: "On my way" }).click();
  await expect(page.getByText("No connection: 1 change not synced")).toBeVisible();
  const json = { status: "cancelled", cancelReason: "customer" };
  await office.send("patch", `/api/work-orders/${workOrder.id}/status`, { json });
  await context.setOffline(false);
  await expect(page.getByText("1 to review")).toBeVisible();
  await expect(page.getByText("Office: The office canceled this job.")).toBeVisible();
  await expect(page.getByText(/You: Started driving/)).toBeVisible();
  // Tapped twice, it is one note.
  await page.getByRole("button", { name: "Send to office as a note" }).dblclick();
  await expect(page.getByText("All changes synced")).toBeVisible();
  expect((await read(office, workOrder)).notes.map(({ body }) => body)).toEqual([
    expect.stringContaining("Started driving"),
  ]);
});

test("a result that differs from the office's keeps both versions, and the technician's can replace it", async ({
  context,
}) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  await page.getByRole("group", { name: "Check the filter" }).getByText("Fail").click();
  await page.getByLabel("What’s wrong: Check the filter").fill("It is missing");
  await page.locator("#checklist").getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("No connection: 1 change not synced")).toBeVisible();
  const json = { kind: "check", answer: "fail", remark: "It is torn" };
  const theirs = await office.send("post", `/api/work-orders/${workOrder.id}/tasks/${workOrder.tasks[0]?.id}/result`, {
    json,
  });
  expect(theirs.ok()).toBe(true);
  await context.setOffline(false);
  await expect(page.getByText("1 to review")).toBeVisible();
  await expect(page.getByText(/Check the filter: .+ marked it as failed: It is torn/)).toBeVisible();
  await expect(page.locator("#checklist")).toContainText("It is torn");
  await page.getByRole("button", { name: "Replace with mine" }).click();
  await expect(page.getByText("All changes synced")).toBeVisible();
  await page.reload();
  await expect(page.locator("#checklist")).toContainText("It is missing");
  await expect(page.locator("#checklist")).not.toContainText("It is torn");
});

test("on a phone the technician's screens are light, whatever the office's theme, until dark is chosen there", async ({
  context,
}) => {
  await context.addCookies([{ name: "plenum_theme", value: "dark", url: origin }]);
  const page = await asTechnician(context);
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await scheme()).toBe("light");
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await scheme()).toBe("dark");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Dark Mode" }).click();
  await expect.poll(scheme).toBe("dark");
  await page.reload();
  expect(await scheme()).toBe("dark");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Light Mode" }).click();
  await expect.poll(scheme).toBe("light");
  // The office's own theme stays as it was chosen there.
  await page.goto("/account");
  expect(await scheme()).toBe("dark");
});

test("on a small phone the main action is in reach, tap targets are large enough, and pending changes leave room", async ({
  context,
}) => {
  const { workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await page.setViewportSize({ width: 360, height: 640 });
  await open(page, workOrder);
  const action = page.getByRole("button", { name: "On my way" });
  // A trial click, which fails if something covers it.
  await action.click({ trial: true });
  const box = await action.boundingBox();
  expect(box?.y).toBeGreaterThan(640 * 0.6);
  const small = await page
    .locator("main")
    .evaluate((main) =>
      [...main.querySelectorAll<HTMLElement>("button, summary, a, label:has(input)")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 48)
        .map((one) => one.innerText),
    );
  expect(small).toEqual([]);

  // Offline, with a step that can be undone and the list of pending changes open: half of the screen still shows the job.
  await goOffline(context, page);
  await action.click();
  await expect(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await outboxOf(page);
  const sync = page.getByRole("button", { name: "Sync now" });
  const [line, button, bar] = await Promise.all(
    [page.locator("details:has(ol) summary"), sync, page.locator("[data-bottom-bar]")].map((one) => one.boundingBox()),
  );
  if (!line || !button || !bar) throw new Error("not drawn");
  expect([button.y >= line.y - 2, button.y + button.height <= line.y + line.height + 2]).toEqual([true, true]);
  expect(bar.height).toBeLessThan(640 * 0.6);
});

test("a note typed for one job does not show in the form of another", async ({ context }) => {
  const { workOrder } = await officeWithWorkOrder();
  const { workOrder: other } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await page.getByLabel("New note").fill("Only for the first");
  await pressNotification(page, other);
  await expect(page).toHaveURL(new RegExp(`/${other.number}$`));
  await expect(page.getByText(`WO-${String(other.number).padStart(3, "0")}`).first()).toBeVisible();
  await expect(page.getByLabel("New note")).toHaveValue("");
});

test("what the office records in the app on someone else's job stays shown", async ({ context }) => {
  const { workOrder } = await officeWithWorkOrder();
  await context.addCookies([{ name: "plenum_consent", value: "rejected", url: origin }]);
  await signIn(context, "manager");
  const page = await context.newPage();
  await open(page, workOrder);
  await page.getByLabel("New note").fill("Seen by the office");
  await page.getByRole("button", { name: "Save note" }).click();
  // As the server has it, with its author's name.
  const note = page.locator("#notes li").filter({ hasText: "Seen by the office", hasNotText: "You," });
  await expect(note).toBeVisible();
});

test("after one visit the day's jobs open offline", async ({ context }) => {
  const { workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Today’s jobs");
  await visit(page, `/technician/jobs/${workOrder.number}`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Furnace rattles");
  await page.getByRole("button", { name: "On my way" }).click();
  await expect(page.getByText("No connection: 1 change not synced")).toBeVisible();
});

test("offline, all other screens say so, and signing out clears the device", async ({ context }) => {
  const page = await asTechnician(context);
  await expect(page.getByText("Today’s jobs").first()).toBeVisible();
  await context.setOffline(true);
  await page.goto("/workorders");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No connection");
  await context.setOffline(false);
  await visit(page, "/technician/jobs/today");
  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => storedOn(page)).toEqual({ days: 0, mutations: [], pages: [] });
});

test("stored data is removed when the session ends, but unsent changes wait for their author", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  await page.getByLabel("New note").fill("Belt is worn");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("No connection: 1 change not synced")).toBeVisible();
  const stored = await storedOn(page);
  expect([stored.days, stored.mutations, stored.pages.length > 0]).toEqual([1, ["addNote"], true]);

  // The session ended elsewhere: online, the first page asks to sign in, and nothing else can be viewed.
  await context.clearCookies({ name: /session|refresh/ });
  await page.close();
  await context.setOffline(false);
  const login = await context.newPage();
  await login.goto("/login");
  const afterwards = { days: 0, mutations: ["addNote"], pages: [] };
  await expect.poll(() => storedOn(login)).toEqual(afterwards);
  await context.setOffline(true);
  await login.goto("/technician/jobs/today");
  await expect(login.getByRole("heading", { level: 1 })).toHaveText("No connection");
  await context.setOffline(false);

  // Another user on the same phone neither sees nor sends any of it.
  await signIn(context, "manager");
  await login.goto(`/technician/jobs/${workOrder.number}`);
  await expect(login.locator("#notes")).toBeVisible();
  await expect(login.getByText("Belt is worn")).toHaveCount(0);
  await expect(login.getByText(/not synced/)).toHaveCount(0);
  expect((await read(office, workOrder)).notes).toEqual([]);

  // The page it leads to is not opened, since nothing else about it is tested.
  await (await Requests.of(context, origin)).send("post", "/auth/sign-out");
  await signIn(context, "technician");
  await login.goto(`/technician/jobs/${workOrder.number}`);
  await expect
    .poll(async () => (await read(office, workOrder)).notes.map((note) => note.body))
    .toEqual(["Belt is worn"]);
});

test("the app's icon takes a technician to today's jobs, even offline", async ({ context }) => {
  const page = await asTechnician(context);
  await page.goto("/start");
  await expect(page).toHaveURL(/\/technician\/jobs\/today$/);
  await context.setOffline(true);
  for (const address of ["/start", "/"]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/technician\/jobs\/today$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }
});

test("the browser's install prompt is offered once above the day's jobs, until it is dismissed", async ({
  context,
}) => {
  const page = await asTechnician(context);
  const hint = page.getByRole("region", { name: "Add to Home Screen" });
  await expect(hint).toBeHidden();
  // Chromium only fires it on devices with a screen, so the event is created here.
  const offer = () =>
    page.evaluate(() => {
      const prompt = () => Promise.resolve(document.body.setAttribute("data-prompted", ""));
      dispatchEvent(Object.assign(new Event("beforeinstallprompt"), { prompt }));
    });
  await offer();
  await hint.getByRole("button", { name: "Add to Home Screen" }).click();
  await expect(page.locator("body[data-prompted]")).toBeVisible();
  await hint.getByRole("button", { name: "Not now" }).click();
  await expect(hint).toBeHidden();
  await page.reload();
  await expect(page.getByText("Ready for offline")).toBeVisible();
  await offer();
  await expect(hint).toBeHidden();
});

test.describe("on an iPhone", () => {
  test.use({ userAgent: devices["iPhone 14"].userAgent });

  test("without an install prompt, a hint explains how to install", async ({ context }) => {
    const page = await asTechnician(context);
    await page.goto("/technician/jobs/today");
    await expect(page.getByRole("region", { name: "Add to Home Screen" })).toContainText(
      "Tap Share in Safari, then Add to Home Screen",
    );
  });
});

test("at double text size nothing overflows a phone's screen", async ({ context }) => {
  const { workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  for (const address of ["today", workOrder.number]) {
    await visit(page, `/technician/jobs/${address}`);
    await page.evaluate(() => document.documentElement.style.setProperty("font-size", "200%", "important"));
    const tooWide = await page
      .locator("main")
      .evaluate((main) =>
        [...main.querySelectorAll<HTMLElement>("*")]
          .filter(
            (one) => one.checkVisibility() && !one.closest("nav") && one.getBoundingClientRect().right > innerWidth,
          )
          .map((one) => one.innerText),
      );
    expect(tooWide).toEqual([]);
  }
});

test.describe("on a first visit with a slow connection", () => {
  // A service worker would have the code already.
  test.use({ serviceWorkers: "block" });

  test("the device takes the day that the page brings instead of loading it again", async ({ context }) => {
    await signIn(context, "technician");
    const page = await context.newPage();
    const request = page.waitForRequest(/\/resources\/technician-day/);
    await page.goto("/technician/jobs/today");
    expect(new URL((await request).url()).searchParams.get("loaded")).toMatch(/^\d{4}-.*Z$/);
  });

  for (const [screen, code, address] of [
    ["the day", "today-screen", () => "today"],
    ["a job", "job-screen", (workOrder: WorkOrder) => String(workOrder.number)],
  ] as const) {
    test(`${screen} stays as the server sent it until its code has arrived`, async ({ context }) => {
      const { workOrder } = await officeWithWorkOrder();
      await signIn(context, "technician");
      const page = await context.newPage();
      let arrives = () => {};
      const arrival = new Promise<void>((resolve) => {
        arrives = resolve;
      });
      await page.route(new RegExp(`/${code}-[^/]*\\.js`), async (route) => {
        await arrival;
        await route.continue();
      });
      // The stored day is open by then, and the page would show it.
      const refreshed = page.waitForResponse(/\/resources\/technician-day/);
      await page.goto(`/technician/jobs/${address(workOrder)}`);
      await refreshed;
      await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      arrives();
      await scriptInCharge(page);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    });
  }
});
