import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { Requests } from "./requests";
import { asTechnician, goOffline, officeWithWorkOrder, onTechnicianDevice, open, origin, read } from "./technician";

onTechnicianDevice();

test("a memo made offline waits on the device and is saved after a review", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  const memos = page.getByRole("region", { name: "Speak" });
  await saveMemo(page, "Amps 6.2. Note that the filter is dirty. I'm all done.");
  await expect(memos.getByText("Saved on this device until you are back online")).toBeVisible();
  await expect(page.getByText("No connection: 1 change not synced")).toBeVisible();
  await context.setOffline(false);
  await memos.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Review what you said" });
  await expect(review.getByRole("textbox", { name: "Current, A" })).toHaveValue("6.2");
  await review.getByRole("textbox", { name: "Note" }).fill("The filter is dirty and was changed");
  await review.getByRole("switch", { name: "Save status" }).press("Space");
  expect(await violationsOf(page)).toEqual([]);
  expect((await read(office, workOrder)).notes).toEqual([]);
  await review.getByRole("button", { name: "Save 2 entries" }).click();
  await expect(page.locator("#notes").getByText("The filter is dirty and was changed")).toBeVisible();
  await expect(memos.getByRole("listitem")).toHaveCount(0);
  const { notes, status } = await read(office, workOrder);
  expect(notes.map(({ body }) => body).sort()).toEqual(["Current 6.2 A", "The filter is dirty and was changed"]);
  expect(status).toBe("dispatched");
});

test("a memo whose session is gone opens a new one, and the chosen circuit survives a reload", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const { customerId, siteAddressId, version } = await (await office.get(`/api/work-orders/${workOrder.id}`)).json();
  const unit = { equipmentName: "Roof unit", equipmentType: "air_conditioner", customerId, addressId: siteAddressId };
  const { id: unitId } = (await office.send("post", "/api/equipment", { json: unit })).json();
  for (const name of ["North", "South"]) {
    const circuit = { name, refrigerant: "R-410A" };
    await office.send("post", `/api/equipment/${unitId}/service-groups`, { json: circuit });
  }
  await office.send("patch", `/api/work-orders/${workOrder.id}`, { json: { version, equipmentIds: [unitId] } });
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  const memos = page.getByRole("region", { name: "Speak" });
  await saveMemo(page, "Suction pressure is 118.");
  await expect(memos.getByText("Saved on this device until you are back online")).toBeVisible();
  await page.evaluate(forgetSessions);
  await context.setOffline(false);
  await memos.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Review what you said" });
  await expect(review.getByRole("textbox", { name: "Suction pressure, psig" })).toHaveValue("118");
  await review.getByRole("button", { name: "Save 1 entry" }).click();
  const circuit = review.getByLabel("Circuit that was measured");
  const saved = page.waitForResponse((response) => response.request().method() === "PATCH" && response.ok());
  await circuit.selectOption({ label: "Roof unit, South" });
  await saved;
  await page.reload();
  await memos.getByRole("button", { name: "Review" }).click();
  await expect(circuit.locator("option:checked")).toHaveText("Roof unit, South");
});

/** Simulates that the server has deleted the session of each memo on the device. */
async function forgetSessions(): Promise<void> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open("plenum-voice"));
  const store = database.transaction("recordings", "readwrite").objectStore("recordings");
  for (const memo of await done(store.getAll())) await done(store.put({ ...memo, sessionId: crypto.randomUUID() }));
  database.close();
}

test("a memo is sent from a screen other than its job's, which links to it", async ({ context }) => {
  const { workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  await saveMemo(page, "Amps are 6.2.");
  await page.goto("/technician/jobs/today");
  await expect(page.getByText("No connection: 1 change not synced")).toBeVisible();
  await page.getByText("No connection: 1 change not synced").click();
  await expect(page.getByText(/Memo, /)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText("1 memo to review")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("link", { name: "Review the memo" }).click();
  await page.getByRole("region", { name: "Speak" }).getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Review what you said" });
  await expect(review.getByRole("textbox", { name: "Current, A" })).toHaveValue("6.2");
});

test("without a connection, the outbox leads to the job of a memo", async ({ context }) => {
  const { workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  await saveMemo(page, "Amps are 6.2.");
  await context.setOffline(false);
  await expect(page.getByText("1 memo to review")).toBeVisible();
  await page.goto("/technician/jobs/today");
  await goOffline(context, page);
  await page.getByText("No connection: 1 memo to review").click();
  await page.getByRole("link", { name: "Review the memo" }).click();
  await expect(page.getByRole("region", { name: "Speak" }).getByRole("button", { name: "Review" })).toBeVisible();
});

test("a memo whose content cannot be loaded is not called empty", async ({ context }) => {
  const { workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  await saveMemo(page, "Amps are 6.2.");
  await context.setOffline(false);
  const preview = "**/api/voice/sessions/*/preview-actions";
  await page.route(preview, (route) => route.fulfill({ status: 503, json: {} }));
  await page.getByRole("region", { name: "Speak" }).getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Review what you said" });
  await expect(review.getByRole("alert")).toHaveText("It could not be processed. Try again.");
  await expect(review.getByText("Nothing to save was found")).toHaveCount(0);
  await page.unroute(preview);
  await review.getByRole("button", { name: "Try again" }).click();
  await expect(review.getByRole("textbox", { name: "Current, A" })).toHaveValue("6.2");
});

test("a memo can still be reviewed once its job is completed", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  const memos = page.getByRole("region", { name: "Speak" });
  await saveMemo(page, "Amps are 6.2.");
  for (const { id } of workOrder.tasks)
    await office.send("put", `/api/work-orders/${workOrder.id}/tasks/${id}/done`, { json: { done: true } });
  for (const status of ["en_route", "in_progress", "completed"])
    await office.send("patch", `/api/work-orders/${workOrder.id}/status`, { json: { status } });
  expect((await read(office, workOrder)).status).toBe("completed");
  await context.setOffline(false);
  await memos.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Review what you said" });
  await expect(memos.getByRole("button", { name: "Speak" })).toHaveCount(0);
  await review.getByRole("button", { name: "Save 1 entry" }).click();
  await expect(memos).toHaveCount(0);
  expect((await read(office, workOrder)).notes.map(({ body }) => body)).toEqual(["Current 6.2 A"]);
});

/** Types a memo while offline. */
async function saveMemo(page: Page, text: string): Promise<void> {
  await page.getByRole("region", { name: "Speak" }).getByRole("button", { name: "Speak" }).click();
  const dialog = page.getByRole("dialog", { name: "Speak" });
  await dialog.getByLabel("Or type it").fill(text);
  await dialog.getByRole("button", { name: "Save memo" }).click();
  await expect(dialog).toHaveCount(0);
}

/** Returns a function that has the browser fire the background sync of the app's service worker. */
async function backgroundSyncOf(context: BrowserContext, page: Page): Promise<() => Promise<unknown>> {
  const devtools = await context.newCDPSession(page);
  const registration = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const event = { origin, registrationId: await registration, tag: "plenum-outbox", lastChance: false };
  return () => devtools.send("ServiceWorker.dispatchSyncEvent", event);
}

test("the browser sends a memo with no page of the app open", async ({ context }) => {
  const { workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  const sync = await backgroundSyncOf(context, page);
  await goOffline(context, page);
  await saveMemo(page, "Note that the gate is locked.");
  await page.goto("about:blank");
  await context.setOffline(false);
  await sync();
  const technician = await Requests.signedIn(origin, "technician");
  const waiting = async () => (await technician.get("/api/voice/sessions")).json().items;
  await expect
    .poll(async () => (await waiting()).map(({ workOrderId }: { workOrderId: string }) => workOrderId))
    .toContain(workOrder.id);
});

test("a processed memo of someone who lost access is removed with no page of the app open", async ({ context }) => {
  const { workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  const sync = await backgroundSyncOf(context, page);
  await goOffline(context, page);
  await saveMemo(page, "Note that the gate is locked.");
  await context.setOffline(false);
  await expect(page.getByRole("region", { name: "Speak" }).getByRole("button", { name: "Review" })).toBeVisible();
  await page.goto("/robots.txt");
  expect(await page.evaluate(countRecordings)).toBe(1);
  await context.route("**/resources/technician-day*", (route) =>
    route.fulfill({ status: 403, headers: { "X-Request-Id": "a1" }, json: {} }),
  );
  await sync();
  await expect.poll(() => page.evaluate(countRecordings)).toBe(0);
});

/** How many recordings are stored on the device. */
async function countRecordings(): Promise<number> {
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await done(indexedDB.open("plenum-voice"));
  const count = await done(database.transaction("recordings").objectStore("recordings").count());
  database.close();
  return count;
}

test("a memo that the server keeps failing on can be discarded, and another is processed meanwhile", async ({
  context,
}) => {
  const { workOrder } = await officeWithWorkOrder();
  const page = await asTechnician(context);
  await open(page, workOrder);
  let failing: string | undefined;
  await page.route("**/api/voice/sessions", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const { idempotencyKey } = route.request().postDataJSON();
    failing ??= idempotencyKey;
    if (idempotencyKey === failing) await route.fulfill({ status: 503, json: {} });
    else await route.continue();
  });
  await goOffline(context, page);
  for (const text of ["Note that the gate is locked.", "Amps are 6.2."]) await saveMemo(page, text);
  await context.setOffline(false);
  // Each return of the connection is an attempt; by itself the app would take a minute.
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect(page.getByText("1 to review, 1 memo to review")).toBeVisible({ timeout: 500 });
  }).toPass();
  const memos = page.getByRole("region", { name: "Speak" });
  await expect(memos.getByText("Could not be sent. It stays on this device")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Discard mine" }).click();
  await page.getByRole("button", { name: "Discard", exact: true }).last().click();
  await expect(page.getByText("1 to review,")).toHaveCount(0);
  await expect(memos.getByRole("listitem")).toHaveCount(1);
  await memos.getByRole("button", { name: "Review" }).click();
  const review = page.getByRole("dialog", { name: "Review what you said" });
  await expect(review.getByRole("textbox", { name: "Note" })).toHaveValue("the gate is locked");
});
