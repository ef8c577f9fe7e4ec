import { expect, test } from "@playwright/test";
import { Requests } from "./requests";
import {
  asTechnician,
  goOffline,
  officeWithWorkOrder,
  onTechnicianDevice,
  open,
  origin,
  outboxOf,
  read,
} from "./technician";

onTechnicianDevice();

test("readings taken offline show their verdict, question doubtful values and arrive once", async ({ context }) => {
  const { office, workOrder } = await officeWithWorkOrder();
  const { siteAddressId, customerId, version } = await (await office.get(`/api/work-orders/${workOrder.id}`)).json();
  const unit = await office.send("post", "/api/equipment", {
    json: { equipmentName: "Condenser", equipmentType: "air_conditioner", customerId, addressId: siteAddressId },
  });
  const { id: unitId } = unit.json();
  const circuit = { name: "Circuit 1", refrigerant: "R-410A" };
  await office.send("post", `/api/equipment/${unitId}/service-groups`, { json: circuit });
  const { technicianId } = await (await office.get(`/api/work-orders/${workOrder.id}`)).json();
  const number = `Q-${unitId.slice(-8)}`;
  const weights = { tareLb: 5, capacityLb: 25, grossLb: 25 };
  const cylinder = await office.send("post", "/api/refrigerant-cylinders", {
    json: { number, refrigerant: "R-410A", kind: "virgin", ...weights, holderId: technicianId },
  });
  await office.send("patch", `/api/work-orders/${workOrder.id}`, { json: { version, equipmentIds: [unitId] } });

  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  await page.getByRole("button", { name: "Add readings: Condenser" }).click();
  await expect(page.getByText("Saturation temperatures: CoolProp 8.0.0.")).toBeVisible();
  await page.getByLabel("Suction pressure").fill("118");
  await page.getByLabel("Suction line").fill("52");
  await page.getByLabel("Liquid pressure").fill("100");
  await page.getByLabel("Liquid line").fill("106");
  await page.getByLabel("Outdoor dry bulb").fill("95");
  await expect(page.getByText("Draft saved on this device")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Outdoor dry bulb")).toHaveValue("95");
  await page.getByLabel("Refrigerant added").fill("1.5");
  await page.getByLabel("Cylinder", { exact: true }).selectOption(`${number} · Virgin`);
  const says = page.getByRole("region", { name: "What the readings say" });
  await expect(says).toContainText("12.2 °F");
  await page.getByRole("button", { name: "Save readings" }).click();
  await expect(page.getByRole("alert")).toHaveText(
    "Liquid pressure: Liquid pressure must be above suction pressure while the unit runs",
  );
  await page.getByLabel("Liquid pressure").fill("340");
  await expect(says).toContainText("Low on refrigerant");
  await page.getByRole("button", { name: "Save readings" }).click();
  await expect(page.getByText(/Are the readings right\?$/)).toBeVisible();
  await page.getByRole("button", { name: "Yes, save it" }).click();
  const listed = page.locator("#readings").getByRole("listitem").filter({ hasText: "Condenser · Circuit 1 · R-410A" });
  await expect(listed).toContainText("Queued");
  await expect(listed).toContainText("Low on refrigerant");

  await context.setOffline(false);
  await expect(page.getByText("All changes synced")).toBeVisible();
  await expect(listed).toHaveCount(1);
  const { items } = (await office.get(`/api/equipment/${unitId}/refrigerant-readings/history`)).json();
  expect(items).toMatchObject([{ suctionPsig: 118, liquidTempF: 106, verdict: "undercharged", cylinder: number }]);
  const { netLb } = (await office.get(`/api/refrigerant-cylinders/${cylinder.json().id}`)).json();
  expect(netLb).toBe(18.5);
});

test("a measurement is recorded once offline, a doubtful one is questioned, and carbon monoxide stops the job", async ({
  context,
}) => {
  const setUp = await Requests.signedIn(origin, "manager");
  const measured = { kind: "measurement", required: true };
  const type = await setUp.send("post", "/api/service-types", {
    json: {
      ...{ name: `Combustion ${Date.now()}`, durationMinutes: 30 },
      tasks: [
        { ...measured, title: "Manifold pressure", unit: "in. w.c.", min: 3.2, max: 3.8 },
        { ...measured, title: "Flue CO, air-free", unit: "ppm", max: 100 },
      ],
    },
  });
  expect(type.status(), await type.text()).toBe(201);
  const { office, workOrder } = await officeWithWorkOrder({ serviceTypeId: type.json().id, tasks: [] });
  await office.send("patch", `/api/work-orders/${workOrder.id}/status`, { json: { status: "in_progress" } });
  const page = await asTechnician(context);
  await open(page, workOrder);
  await goOffline(context, page);
  const pressure = page.getByLabel("Manifold pressure", { exact: true });
  const checklist = page.locator("#checklist");
  const savedHere = checklist.getByText("Saved on this device");
  const left = page.getByRole("heading", { name: "Checklist" });

  // Typed, left, viewed and typed again: one entry. Undone, nothing remains.
  await pressure.fill("3.4");
  await left.click();
  await expect(savedHere).toHaveCount(1);
  await pressure.fill("3.5");
  await left.click();
  await expect.poll(() => outboxOf(page)).toEqual([expect.stringContaining("Measured 3.5")]);
  await page.getByRole("button", { name: "Undo: Manifold pressure" }).click();
  await expect(pressure).toHaveValue("");
  await expect(savedHere).toHaveCount(0);

  // A doubtful value is neither recorded nor lost with the page until the user confirms it.
  await pressure.fill("350");
  await left.click();
  await expect(page.getByText("350 in. w.c. is unusual. Is it correct?")).toBeVisible();
  await page.reload();
  await expect(pressure).toHaveValue("350");
  expect(await outboxOf(page)).toEqual([]);
  await pressure.click();
  await left.click();
  await page.getByRole("button", { name: "Change it" }).click();
  // A pause in typing is enough.
  await page.keyboard.type("3.5");
  await expect(savedHere).toHaveCount(1);

  await page.getByLabel("Flue CO, air-free", { exact: true }).fill("450");
  await expect(checklist.getByRole("alert")).toContainText("450 ppm is above 100 ppm. Shut down and tag");
  // The screen is closed before the field loses focus.
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(savedHere).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Stop the job: unsafe" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Complete", exact: true })).toBeHidden();

  await page.close();
  await context.setOffline(false);
  const again = await context.newPage();
  await open(again, workOrder);
  await expect(again.getByText("All changes synced")).toBeVisible();
  const results = [
    { kind: "measurement", value: 3.5 },
    { kind: "measurement", value: 450 },
  ];
  const now = await read(office, workOrder);
  expect(now.tasks.map(({ result }) => result)).toEqual(results);
  const sent = ["Measured 450", "Measured 3.5"].map((label) => expect.stringContaining(label));
  expect(await outboxOf(again)).toEqual(sent);
  expect(now.notes).toHaveLength(1);
});

test("a checklist text is recorded offline, once, and can be undone or corrected in its field", async ({ context }) => {
  const setUp = await Requests.signedIn(origin, "manager");
  const type = await setUp.send("post", "/api/service-types", {
    json: {
      ...{ name: `Findings ${Date.now()}`, durationMinutes: 30 },
      tasks: [{ kind: "note", required: true, title: "What was found" }],
    },
  });
  expect(type.status(), await type.text()).toBe(201);
  const { office, workOrder } = await officeWithWorkOrder({ serviceTypeId: type.json().id, tasks: [] });
  await office.send("patch", `/api/work-orders/${workOrder.id}/status`, { json: { status: "in_progress" } });
  const page = await asTechnician(context);
  await open(page, workOrder);
  const found = page.getByLabel("What was found", { exact: true });
  const checklist = page.locator("#checklist");
  await expect(checklist.getByRole("button", { name: "Save" })).toHaveCount(0);
  await goOffline(context, page);
  const savedHere = checklist.getByText("Saved on this device");
  const left = page.getByRole("heading", { name: "Checklist" });

  // Written, left and written on: one entry. Undone, it was never there.
  await found.fill("Belt is worn");
  await left.click();
  await expect(savedHere).toHaveCount(1);
  await expect(checklist).toContainText("1 of 1");
  await found.fill("Belt is worn\nand cracked");
  await left.click();
  await expect.poll(() => outboxOf(page)).toEqual([expect.stringContaining("Wrote: Belt is worn and cracked")]);
  await page.getByRole("button", { name: "Undo: What was found" }).click();
  await expect(found).toHaveValue("");
  await expect(savedHere).toHaveCount(0);
  expect(await outboxOf(page)).toEqual([]);

  // A pause is enough, and the blank after the last word stays for the next one.
  await found.click();
  await page.keyboard.type("Filter ");
  await expect.poll(() => outboxOf(page)).toEqual([expect.stringContaining("Wrote: Filter")]);
  await page.keyboard.type("is clean");
  await expect(found).toHaveValue("Filter is clean");
  // The screen goes away before the field is left.
  await page.evaluate(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect(savedHere).toHaveCount(1);
  await page.reload();
  await expect(found).toHaveValue("Filter is clean");
  await expect.poll(() => outboxOf(page)).toEqual([expect.stringContaining("Wrote: Filter is clean")]);

  await context.setOffline(false);
  await expect(page.getByText("All changes synced")).toBeVisible();
  const written = async () => (await read(office, workOrder)).tasks.map(({ result }) => result);
  expect(await written()).toEqual([{ kind: "note", text: "Filter is clean" }]);
  // Corrected in the same field; the office has it once the time for undoing is over.
  await found.fill("Filter is clean, belt is new");
  await left.click();
  await expect.poll(written).toEqual([{ kind: "note", text: "Filter is clean, belt is new" }]);
  // Another screen takes its place at once, without leaving the field first.
  await found.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" and tight");
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('nav a[href="/"]')?.click());
  await expect(page.getByRole("heading", { name: "Today’s jobs" })).toBeVisible();
  await expect.poll(written).toEqual([{ kind: "note", text: "Filter is clean, belt is new and tight" }]);
});

test("a doubtful value that was not confirmed stays visible to the office after the job is completed", async ({
  context,
}) => {
  const setUp = await Requests.signedIn(origin, "manager");
  const measured = { kind: "measurement", required: true };
  const type = await setUp.send("post", "/api/service-types", {
    json: {
      ...{ name: `Draft ${Date.now()}`, durationMinutes: 30 },
      tasks: [{ ...measured, title: "Manifold pressure", unit: "in. w.c.", min: 3.2, max: 3.8 }],
    },
  });
  expect(type.status(), await type.text()).toBe(201);
  const { office, workOrder } = await officeWithWorkOrder({ serviceTypeId: type.json().id, tasks: [] });
  await office.send("patch", `/api/work-orders/${workOrder.id}/status`, { json: { status: "in_progress" } });
  const page = await asTechnician(context);
  await open(page, workOrder);
  const pressure = page.getByLabel("Manifold pressure", { exact: true });
  const left = page.getByRole("heading", { name: "Checklist" });
  await pressure.fill("3.5");
  await left.click();
  const written = async () => (await read(office, workOrder)).tasks.map(({ result }) => result);
  await expect.poll(written).toEqual([{ kind: "measurement", value: 3.5 }]);
  await pressure.fill("350");
  await left.click();
  await expect(page.getByText("350 in. w.c. is unusual. Is it correct?")).toBeVisible();

  // Completed by the office meanwhile; the device hears of it.
  const completed = await office.send("patch", `/api/work-orders/${workOrder.id}/status`, {
    json: { status: "completed" },
  });
  expect(completed.status(), completed.text()).toBe(200);
  const body =
    "NOT CONFIRMED. Manifold pressure: 350 in. w.c. was entered and not confirmed. 3.5 in. w.c. stays recorded.";
  await expect(page.getByText(body)).toBeVisible();
  const notes = async () => (await read(office, workOrder)).notes.map((note) => note.body);
  await expect.poll(notes).toEqual([body]);
  await page.reload();
  await expect(page.getByText(body)).toHaveCount(1);
  expect(await notes()).toEqual([body]);
  expect(await written()).toEqual([{ kind: "measurement", value: 3.5 }]);
});

test("what the office recorded while an answer was typed is not overwritten, and a question keeps the focus", async ({
  context,
}) => {
  const setUp = await Requests.signedIn(origin, "manager");
  const type = await setUp.send("post", "/api/service-types", {
    json: {
      ...{ name: `At once ${Date.now()}`, durationMinutes: 30 },
      tasks: [
        { kind: "note", required: true, title: "What was found" },
        { kind: "check", required: true, title: "Check the drain" },
      ],
    },
  });
  expect(type.status(), await type.text()).toBe(201);
  const { office, workOrder } = await officeWithWorkOrder({ serviceTypeId: type.json().id, tasks: [] });
  await office.send("patch", `/api/work-orders/${workOrder.id}/status`, { json: { status: "in_progress" } });
  const { tasks } = await read(office, workOrder);
  const record = async (at: number, json: object) => {
    const answer = await office.send("post", `/api/work-orders/${workOrder.id}/tasks/${tasks[at]?.id}/result`, {
      json,
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const page = await asTechnician(context);
  await open(page, workOrder);
  const checklist = page.locator("#checklist");
  await page.getByLabel("What was found", { exact: true }).fill("Belt is worn");
  await record(0, { kind: "note", text: "Filter is clean" });
  await record(1, { kind: "check", answer: "fail" });
  // The device has the office's answers.
  const clear = checklist.getByRole("button", { name: "Clear this result" });
  await expect(clear).toBeVisible();
  await page.getByRole("heading", { name: "Checklist" }).click();
  await expect(page.getByText("Both versions stay until you decide.")).toBeVisible();
  expect((await read(office, workOrder)).tasks[0]?.result).toEqual({ kind: "note", text: "Filter is clean" });

  await clear.press("Enter");
  const cancel = checklist.getByRole("button", { name: "Cancel" });
  await expect(cancel).toBeFocused();
  await cancel.press("Enter");
  await expect(clear).toBeFocused();
});
