import { type BrowserContext, expect, type Page, test, type Worker } from "@playwright/test";
import { withDevices } from "../../playwright.config";
import { stateOf } from "./people";
import { isOpenToEveryone, visit } from "./visit";

// Allows a service worker, which the context of other tests does not.
test.use({ ...withDevices, storageState: stateOf("admin"), serviceWorkers: "allow" });

/** A push service for Chromium, which has none here: the browser's keys are real, the endpoint is fake. */
async function withPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const base64url = (bytes: ArrayBuffer) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replace(/=+$/, "");
    let held: object | null = null;
    Object.assign(PushManager.prototype, {
      getSubscription: async () => held,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
        if (applicationServerKey.length !== 87) throw new Error("no key of an installation");
        const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
        const p256dh = base64url(await crypto.subtle.exportKey("raw", pair.publicKey));
        const auth = base64url(crypto.getRandomValues(new Uint8Array(16)).buffer);
        const endpoint = `https://push.example.com/send/${crypto.randomUUID()}`;
        held = {
          toJSON: () => ({ endpoint, expirationTime: null, keys: { p256dh, auth } }),
          unsubscribe: async () => {
            held = null;
            return true;
          },
        };
        return held;
      },
    });
  });
}

test("permission is requested only after a click; once allowed, the device is listed and can be removed", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await withPushService(page);
  await page.addInitScript(() => {
    const ask = Notification.requestPermission.bind(Notification);
    Object.assign(window, { timesRequested: 0 });
    Notification.requestPermission = () => {
      Object.assign(window, { timesRequested: Number(Reflect.get(window, "timesRequested")) + 1 });
      return ask();
    };
  });
  await visit(page, "/profile");
  const section = page.getByRole("region", { name: "Reminders on your devices" });
  const turnOn = section.getByRole("button", { name: "Turn on for this device" });
  await expect(turnOn).toBeEnabled();
  expect(await page.evaluate(() => Reflect.get(window, "timesRequested"))).toBe(0);
  await turnOn.click();
  const device = section.getByRole("listitem").filter({ hasText: "This device" });
  await expect(device).toHaveCount(1);
  await expect(turnOn).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, "timesRequested"))).toBe(1);
  await isOpenToEveryone(page);
  await device.getByRole("button", { name: /^Stop notifications on/ }).click();
  await expect(device).toHaveCount(0);
  await expect(turnOn).toBeEnabled();
});

test("if the browser blocks notifications, the screen says what to do", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  await visit(page, "/profile");
  const section = page.getByRole("region", { name: "Reminders on your devices" });
  await expect(section).toContainText("This browser blocks notifications from Plenum");
  await expect(section.getByRole("button", { name: "Turn on for this device" })).toHaveCount(0);
});

test("a push message shows as a notification with its title and leads to the to-do", async ({ page, context }) => {
  await context.grantPermissions(["notifications"]);
  await visit(page, "/profile");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const devtools = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      // Includes those of earlier tests.
      const one = registrations.find(({ isDeleted }) => !isDeleted);
      if (one) resolve(one.registrationId);
    }),
  );
  await devtools.send("ServiceWorker.enable");
  const message = { title: "Reminder", body: "Call Ortega", path: "/todos/1/edit", tag: "todo-1" };
  await devtools.send("ServiceWorker.deliverPushMessage", {
    ...{ origin: new URL(page.url()).origin, registrationId: await found, data: JSON.stringify(message) },
  });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      const notifications = await registration.getNotifications();
      return notifications.map(({ title, body, tag, data }) => ({ title, body, tag, path: data.path }));
    });
  await expect.poll(shown).toEqual([message]);
});

interface Clicked {
  focused: string[];
  opened: string[];
  shown: number;
}

/** The parts of the service worker's scope that are used; tests are type-checked against the page's. */
interface WorkerScope extends EventTarget {
  NotificationEvent: new (type: string, init: { notification?: Notification }) => Event;
  registration: ServiceWorkerRegistration;
  clients: { openWindow: (url: URL) => Promise<null> };
  WindowClient: { prototype: { url: string; focus: (this: { url: string }) => Promise<unknown> } };
}

/** The page's own: a context shared by tests also lists those of earlier tests. */
async function serviceWorkerOf(context: BrowserContext, page: Page): Promise<Worker> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const found = async () => {
    for (const worker of context.serviceWorkers().toReversed()) {
      // Guarantee: it runs in the service worker.
      const isActive = await worker.evaluate(() => (globalThis as unknown as WorkerScope).registration.active !== null);
      if (isActive) return worker;
    }
    return null;
  };
  await expect.poll(async () => (await found()) !== null).toBe(true);
  const worker = await found();
  if (!worker) throw new Error("no service worker is active");
  return worker;
}

/**
 * Shows a notification like a push does and clicks it. Browsers focus and open windows only after a real click, which cannot be
 * simulated from outside: these two calls are recorded instead of executed. Everything before them is real.
 */
function click(worker: Worker, path: unknown): Promise<Clicked> {
  return worker.evaluate(async (data) => {
    // Guarantee: it runs in the service worker.
    const scope = globalThis as unknown as WorkerScope;
    const clicked: Clicked = { focused: [], opened: [], shown: -1 };
    scope.clients.openWindow = async (url) => {
      clicked.opened.push(String(url));
      return null;
    };
    scope.WindowClient.prototype.focus = async function () {
      clicked.focused.push(this.url);
      return this;
    };
    await scope.registration.showNotification("Reminder", { tag: "clicked", data: { path: data } });
    const [notification] = await scope.registration.getNotifications({ tag: "clicked" });
    const event = new scope.NotificationEvent("notificationclick", { notification });
    let work: Promise<unknown> = Promise.reject(new Error("Nothing was waited for"));
    work.catch(() => undefined);
    // Only the browser's own events can use it.
    Object.defineProperty(event, "waitUntil", {
      value: (promise: Promise<unknown>) => {
        work = promise;
      },
    });
    scope.dispatchEvent(event);
    await work;
    clicked.shown = (await scope.registration.getNotifications({ tag: "clicked" })).length;
    return clicked;
  }, path);
}

test("clicking a notification closes it and navigates an open window to its page, or opens one", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await visit(page, "/profile");
  const worker = await serviceWorkerOf(context, page);
  const { origin } = new URL(page.url());
  const nothing = { focused: [], opened: [], shown: 0 };
  expect(await click(worker, "https://elsewhere.example.com/")).toEqual(nothing);
  await expect(page).toHaveURL(`${origin}/profile`);
  expect(await click(worker, "/todos")).toEqual({ ...nothing, focused: [`${origin}/profile`] });
  await page.waitForURL("**/todos");
  // Immediately, while the window may still be listed as open.
  await page.goto("about:blank");
  expect(await click(worker, "/todos/1/edit")).toEqual({ ...nothing, opened: [`${origin}/todos/1/edit`] });
});

test("clicking a notification asks before discarding a half-filled form, and opens a window if none responds", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await visit(page, "/customers/create");
  const worker = await serviceWorkerOf(context, page);
  await page.getByLabel("Name", { exact: true }).fill("Half a customer");
  await click(worker, "/todos");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Half a customer");
  await click(worker, "/todos");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.waitForURL("**/todos");
  // A static file of the product in a window, not a page of the app.
  await page.goto("/icons/icon-192.png");
  const { origin } = new URL(page.url());
  expect(await click(worker, "/todos")).toEqual({ focused: [], opened: [`${origin}/todos`], shown: 0 });
});
