import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { isOpenToEveryone, visit } from "./visit";

// A service worker of its own, which the context of other tests has not.
test.use({ storageState: stateOf("admin"), serviceWorkers: "allow" });

/** A push service for Chromium, which has none of its own here: the browser's keys are real, the address is nobody's. */
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

test("nobody is asked before the press; allowed, this device is listed and can be stopped", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await withPushService(page);
  await page.addInitScript(() => {
    const ask = Notification.requestPermission.bind(Notification);
    Object.assign(window, { timesAsked: 0 });
    Notification.requestPermission = () => {
      Object.assign(window, { timesAsked: Number(Reflect.get(window, "timesAsked")) + 1 });
      return ask();
    };
  });
  await visit(page, "/profile");
  const section = page.getByRole("region", { name: "Reminders on your devices" });
  const turnOn = section.getByRole("button", { name: "Turn on for this device" });
  await expect(turnOn).toBeEnabled();
  expect(await page.evaluate(() => Reflect.get(window, "timesAsked"))).toBe(0);
  await turnOn.click();
  const device = section.getByRole("listitem").filter({ hasText: "This device" });
  await expect(device).toHaveCount(1);
  await expect(turnOn).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, "timesAsked"))).toBe(1);
  await isOpenToEveryone(page);
  await device.getByRole("button", { name: /^Stop notifications on/ }).click();
  await expect(device).toHaveCount(0);
  await expect(turnOn).toBeEnabled();
});

test("where the browser forbids it, the screen says what to do", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(Notification, "permission", { get: () => "denied" });
  });
  await visit(page, "/profile");
  const section = page.getByRole("region", { name: "Reminders on your devices" });
  await expect(section).toContainText("This browser blocks notifications from Plenum");
  await expect(section.getByRole("button", { name: "Turn on for this device" })).toHaveCount(0);
});

test("what the push service hands to the browser shows with its title and leads to the to-do", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["notifications"]);
  await visit(page, "/profile");
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const devtools = await context.newCDPSession(page);
  const found = new Promise<string>((resolve) =>
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      // Those of the tests before are told of too.
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
