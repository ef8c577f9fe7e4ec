import { type BrowserContext, type CDPSession, expect, type Page, type Route, test } from "@playwright/test";
import { heldUpright } from "#tests/support/jpeg";
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
} from "./technician";

onTechnicianDevice();

/** A JPEG like a phone camera's: 12 megapixels, several MB, stored sideways with the orientation of a camera held upright. */
async function cameraPicture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000);
    const draw = canvas.getContext("2d");
    if (!draw) throw new Error("nothing to draw on");
    const noise = new ImageData(400, 300);
    for (let i = 0; i < noise.data.length; i++) noise.data[i] = i % 4 === 3 ? 255 : (i * 2_654_435_761) % 251;
    for (let x = 0; x < 10; x++) for (let y = 0; y < 10; y++) draw.putImageData(noise, x * 400, y * 300);
    draw.fillStyle = "red";
    draw.fillRect(0, 0, 1000, 1000);
    const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: 0.8 });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    let text = "";
    for (let i = 0; i < bytes.length; i += 30_000) text += String.fromCharCode(...bytes.subarray(i, i + 30_000));
    return btoa(text);
  });
  return heldUpright(Buffer.from(base64, "base64"));
}

/** Takes a photo with the camera, or chooses an existing one. */
async function takePhoto(page: Page, buffer: Buffer, from = "camera"): Promise<void> {
  const input = `#photos input[type=file]${from === "camera" ? "[capture]" : ":not([capture])"}`;
  await page.locator(input).setInputFiles({ name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer });
}

/** The displayed picture: its size, and whether the red corner is at the top right; stored sideways it is at the top left. */
async function pictureShown(page: Page) {
  const picture = page.locator("#photos img");
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.complete && img.naturalWidth > 0)).toBe(true);
  return picture.evaluate((img: HTMLImageElement) => {
    const draw = new OffscreenCanvas(img.naturalWidth, img.naturalHeight).getContext("2d");
    draw?.drawImage(img, 0, 0);
    const [red = 0, green = 255] = draw?.getImageData(img.naturalWidth - 60, 60, 1, 1).data ?? [];
    return { width: img.naturalWidth, height: img.naturalHeight, upright: red > 200 && green < 60 };
  });
}

/** The technician's open page of a new job, and the bodies of its notes on the server. */
async function openWorkOrder(context: BrowserContext) {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  const bodies = async () => (await read(office, workOrder)).notes.map((note) => note.body);
  return { page, workOrder, bodies };
}

async function addNote(page: Page, body: string): Promise<void> {
  await page.getByLabel("New note").fill(body);
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByLabel("New note")).toHaveValue("");
}

/** From now on the browser cannot store anything more, as on a full phone. */
async function fillUp(page: Page): Promise<void> {
  await page.evaluate(() => {
    IDBObjectStore.prototype.put = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    Storage.prototype.setItem = () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
  });
}

test("a photo taken offline survives a closed tab and a stopped server, and arrives small and upright", async ({
  context,
}) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  const camera = await cameraPicture(page);
  expect(camera.length).toBeGreaterThan(2_000_000);
  await goOffline(context, page);
  await takePhoto(page, camera);
  await expect(page.locator("#photos li")).toContainText("Queued");

  await page.close();
  const again = await context.newPage();
  await open(again, workOrder);
  await expect(again.locator("#photos li")).toContainText("Queued");
  await expect(again.locator("#photos img")).toHaveAttribute("src", /^blob:/);
  expect(await pictureShown(again)).toEqual({ width: 1200, height: 1600, upright: true });

  await stopServer();
  await context.setOffline(false);
  await again.getByRole("button", { name: "Sync now" }).click();
  await expect(again.getByText("No connection: 1 change not synced")).toBeVisible();
  await expect(again.locator("#photos li")).toContainText("Queued");

  // Held on its way: until the server has responded, it is 'sending'.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await again.route("**/technician-mutations/*", async (route) => {
    await held;
    await route.continue();
  });
  await startServer();
  await again.getByRole("button", { name: "Sync now" }).click();
  await expect(again.locator("#photos li")).toContainText("Sending");
  await expect(again.getByText("All changes synced")).toBeHidden();
  release();
  await expect(again.getByText("All changes synced")).toBeVisible();
  await expect(again.locator("#photos img")).toHaveAttribute("src", /^\/api\/work-orders\//);
  expect(await pictureShown(again)).toEqual({ width: 1200, height: 1600, upright: true });
  const sent = (await office.get((await again.locator("#photos img").getAttribute("src")) ?? "")).body();
  expect(sent.length).toBeLessThan(camera.length / 2);
  // The picture itself is upright; its Exif data was not sent.
  expect(sent.includes("Exif")).toBe(false);
});

test("a part added offline is recorded once, even if the first response is lost", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  await page.getByLabel("Part, SKU or barcode").fill("cap-45-5");
  const hint = page.locator("#part-hint");
  await expect(hint).toContainText("CAP-45-5:");
  const free = Number(/: ([\d.]+) EA available/.exec((await hint.textContent()) ?? "")?.[1]);
  // More than the truck has: the quantity at hand counts, and the excess is recorded as found.
  await page.getByLabel("Quantity", { exact: true }).fill(String(free + 2));
  await page.getByRole("button", { name: "Add part" }).click();
  await expect(page.getByText("No connection: 1 change not synced")).toBeVisible();
  await expect(page.locator("#parts li")).toContainText("Queued");

  let tries = 0;
  await page.route("**/technician-mutations/*", async (route) => {
    tries += 1;
    if (tries > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await context.setOffline(false);
  await expect(page.getByText("All changes synced")).toBeVisible();
  expect(tries).toBeGreaterThan(1);
  const { items } = await (await office.get(`/api/work-orders/${workOrder.id}/parts`)).json();
  expect(items).toMatchObject([{ inventorySku: "CAP-45-5", quantity: free + 2, foundQuantity: 2 }]);
  await page.reload();
  await expect(page.locator("#parts li")).toHaveCount(1);
});

test("a phone out of storage says so, loses nothing and still syncs", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  const camera = await cameraPicture(page);
  await fillUp(page);
  await goOffline(context, page);
  await takePhoto(page, camera, "library");
  await expect(page.getByText(/This device is out of storage. 1 change is on this open page only/)).toBeVisible();
  await expect(page.locator("#photos li")).toContainText("Queued");
  await page.getByLabel("New note").fill("Belt is worn");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText(/2 changes are on this open page only/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("All changes synced")).toBeVisible();
  await expect(page.getByText(/out of storage/)).toBeHidden();
  expect((await read(office, workOrder)).notes.map((note) => note.body)).toEqual(["Belt is worn"]);
  await expect(page.locator("#photos img")).toHaveAttribute("src", /^\/api\/work-orders\//);
});

test("a photo chosen while another is being saved is kept too", async ({ context }) => {
  const { page } = await openWorkOrder(context);
  await page.evaluate(() => {
    const { toBlob } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.toBlob = function (...given) {
      setTimeout(() => toBlob.apply(this, given), 1000);
    };
  });
  const picture = Buffer.from(
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext("2d")?.fillRect(0, 0, 40, 30);
      return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/png" })).arrayBuffer())];
    }),
  );
  const input = page.locator("#photos input[capture]");
  await input.setInputFiles({ name: "first.png", mimeType: "image/png", buffer: picture });
  await expect(page.getByText("Saving photo…").filter({ visible: true })).toBeVisible();
  await input.setInputFiles({ name: "second.png", mimeType: "image/png", buffer: picture });
  await expect(page.locator("#photos li")).toHaveCount(2);
  await expect(page.getByText("All changes synced")).toBeVisible();
  await expect(input).toHaveValue("");
});

/** Chromium's id of the service worker. */
async function registrationOf(cdp: CDPSession): Promise<string> {
  const registered = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(origin));
      if (ours) resolve(ours.registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  return registered;
}

test("changes are stored and sent although the browser ends the database's connection", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  await context.addInitScript(() => {
    const connections: IDBDatabase[] = [];
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = function (...given) {
      const request = open.apply(this, given);
      request.addEventListener("success", () => connections.push(request.result));
      return request;
    };
    Object.assign(window, {
      endConnections: (hasEvent: boolean) => {
        for (const connection of connections.splice(0)) {
          connection.close();
          if (hasEvent) connection.dispatchEvent(new Event("close"));
        }
      },
    });
  });
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  const end = (hasEvent: boolean) => page.evaluate((fires) => Reflect.get(window, "endConnections")(fires), hasEvent);
  for (const [hasEvent, body] of [
    [true, "Filter is black"],
    [false, "Belt is worn"],
  ] as const) {
    await end(hasEvent);
    await page.getByLabel("New note").fill(body);
    await page.getByRole("button", { name: "Save note" }).click();
    await expect(page.locator("#notes").getByText(body)).toBeVisible();
  }
  await end(true);
  await context.setOffline(false);
  await expect(page.getByText("All changes synced")).toBeVisible();
  const { notes } = await read(office, workOrder);
  expect(notes.map(({ body }) => body).sort()).toEqual(["Belt is worn", "Filter is black"]);
});

test("a device whose database does not open at first is opened with the next job", async ({ context }) => {
  const { workOrder } = await officeWithWorkOrder();
  const { workOrder: other } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype;
    let isBroken = true;
    IDBFactory.prototype.open = function (...given) {
      if (given[0] !== "plenum-technician" || !isBroken) return open.apply(this, given);
      isBroken = false;
      document.documentElement.dataset.broken = "";
      throw new DOMException("no database", "UnknownError");
    };
  });
  await page.goto(`/technician/jobs/${workOrder.number}`);
  await expect(page.locator("html[data-broken]")).toHaveCount(1);
  await pressNotification(page, other);
  await expect(page).toHaveURL(new RegExp(`/${other.number}$`));
  await expect(page.getByRole("button", { name: "Upload", exact: true })).toHaveCount(0);
  await addNote(page, "Filter is black");
  await expect(page.getByText("All changes synced")).toBeVisible();
});

test("the browser syncs when the connection is back, with no page of the app open", async ({ context }) => {
  const { page, workOrder, bodies } = await openWorkOrder(context);
  await goOffline(context, page);
  await page.getByLabel("New note").fill("Left before it was sent");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("No connection: 1 change not synced")).toBeVisible();
  await page.goto("/workorders");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("No connection");
  const cdp = await context.newCDPSession(page);
  const registrationId = await registrationOf(cdp);
  await context.setOffline(false);
  await cdp.send("ServiceWorker.dispatchSyncEvent", {
    origin,
    registrationId,
    tag: "plenum-outbox",
    lastChance: false,
  });
  await expect.poll(bodies).toEqual(["Left before it was sent"]);
  await open(page, workOrder);
  await expect(page.getByText("All changes synced")).toBeVisible();
  expect(await bodies()).toHaveLength(1);
});

test("unsent changes of one window are not sent while someone else is signed in, and once when their author is back", async ({
  context,
}) => {
  const { page, workOrder, bodies } = await openWorkOrder(context);
  // The first note arrives, but its answer is lost, and nothing else leaves this window.
  let arrived = 0;
  await page.route("**/api/health", (route) => route.abort());
  await page.route("**/technician-mutations/*", async (route) => {
    arrived += 1;
    if (arrived === 1) await route.fetch();
    await route.abort();
  });
  for (const note of ["Belt is worn", "Filter is dirty"]) await addNote(page, note);
  await expect(page.getByText("No connection: 2 changes not synced")).toBeVisible();
  await expect.poll(bodies).toEqual(["Belt is worn"]);

  // They sign out in another window, where someone else signs in and sees that something waits here, but not what.
  const other = await context.newPage();
  await (await Requests.of(context, origin)).send("post", "/auth/sign-out");
  await signIn(context, "manager");
  await other.goto(`/technician/jobs/${workOrder.number}`);
  const waiting = "2 changes by someone else are waiting on this device. They sync when that person signs in here.";
  await expect(other.getByText(waiting)).toBeVisible();
  await expect(other.getByText("Filter is dirty")).toHaveCount(0);

  const refused = page.waitForResponse((response) => response.url().includes("/technician-mutations/"));
  await page.unroute("**/api/health");
  await page.unroute("**/technician-mutations/*");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  expect((await refused).status()).toBe(401);
  await expect(page.getByText("Someone else is signed in on this device. Your changes stay here.")).toBeVisible();
  await expect(page.getByText("2 changes not synced")).toBeVisible();
  expect(await outboxOf(page)).toEqual([
    expect.stringMatching(/Filter is dirty.*Queued/s),
    expect.stringMatching(/Belt is worn.*Queued/s),
  ]);
  expect(await bodies()).toEqual(["Belt is worn"]);

  await (await Requests.of(context, origin)).send("post", "/auth/sign-out");
  await signIn(context, "technician");
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await expect(page.getByText("All changes synced")).toBeVisible();
  expect((await bodies()).sort()).toEqual(["Belt is worn", "Filter is dirty"]);
  await expect(other.getByText(/by someone else/)).toHaveCount(0);
});

for (const [name, fails] of [
  ["the server keeps failing on", (route: Route) => route.fulfill({ status: 500, json: {} })],
  ["loses its connection each time while the server responds otherwise", (route: Route) => route.abort()],
] as const) {
  test(`a change that ${name} can be discarded, and a later note is sent meanwhile`, async ({ context }) => {
    const { page, bodies } = await openWorkOrder(context);
    let failing: string | undefined;
    await page.route("**/technician-mutations/*", async (route) => {
      const key = route.request().headers()["idempotency-key"];
      failing ??= key;
      if (key === failing) await fails(route);
      else await route.continue();
    });
    for (const note of ["Belt is worn", "Filter is dirty"]) await addNote(page, note);
    await expect(page.getByText("2 changes not synced")).toBeVisible();
    // Each return of the connection is an attempt; by itself the app would take a minute.
    await expect(async () => {
      await page.evaluate(() => dispatchEvent(new Event("online")));
      await expect(page.getByText("1 to review")).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect.poll(bodies).toEqual(["Filter is dirty"]);
    expect(await outboxOf(page)).toEqual([
      expect.stringMatching(/Filter is dirty.*Saved/s),
      expect.stringMatching(/Belt is worn.*Couldn’t be sent.*Try again.*Discard mine/s),
    ]);
    await page.getByRole("button", { name: "Discard mine" }).click();
    await page.getByRole("button", { name: "Discard", exact: true }).click();
    await expect(page.getByText("All changes synced")).toBeVisible();
    expect(await bodies()).toEqual(["Filter is dirty"]);
  });
}
