import { expect, test } from "@playwright/test";
import { withDevices } from "../../playwright.config";
import { violationsOf } from "./axe";
import { chooseTechnician, technicianField } from "./choose-technician";
import { stateOf } from "./people";
import { someone } from "./scheduler-day";
import { ask, visit } from "./visit";

const { launchOptions } = withDevices;
test.use({
  ...withDevices,
  storageState: stateOf("manager"),
  permissions: ["microphone"],
  launchOptions: { ...launchOptions, args: [...launchOptions.args, "--use-fake-device-for-media-stream"] },
});

const address = { line1: "12 Oak St", city: "Milwaukee", state: "WI", postalCode: "53202" };

test("typed text becomes two work orders once the unclear values are chosen", async ({ page }) => {
  const unique = `Q${Date.now()
    .toString(36)
    .replace(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}`;
  for (const [firstName, lastName, phone] of [
    ["Wilhelmina", unique, "4145550161"],
    ["Wilhelmina", unique, "4145550162"],
    ["Percival", `${unique}er`, "4145550163"],
  ] as const) {
    const customer = { firstName, lastName, phone, addresses: [{ type: "service", ...address }] };
    expect((await ask(page, "post", "/customers", customer)).status()).toBe(201);
  }
  await visit(page, "/workorders/create");
  await page.getByRole("button", { name: "Speak" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Speak work orders" });
  await expect(dialog.getByLabel("Or type it")).toBeFocused();
  await page.keyboard.insertText(
    `Wilhelmina ${unique} has no heat, it's an emergency. Another job: Percival ${unique}er needs a furnace tune-up on Friday at 2 pm.`,
  );
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Review" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Spoken work orders" })).toBeVisible();
  // The session is in the URL, so the page can return to it.
  await visit(page, new URL(page.url()).pathname);
  const first = page.getByRole("group", { name: /^Work order 1/ });
  const second = page.getByRole("group", { name: /^Work order 2/ });
  await expect(second.getByText(`Percival ${unique}er`, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Create 2 work orders" }).press("Enter");
  await expect(page.getByText("Some fields still need your input.")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await first.getByRole("button", { name: /\(414\) 555-0162/ }).press("Enter");
  await expect(first.getByLabel("Address")).toHaveValue(/.+/);
  await second.getByRole("switch", { name: "Include this job" }).press("Space");
  await expect(page.getByRole("button", { name: "Create 1 work order" })).toBeVisible();
  await second.getByRole("switch", { name: "Include this job" }).press("Space");
  await page.getByRole("button", { name: "Create 2 work orders" }).press("Enter");
  await expect(page.getByRole("heading", { name: "2 work orders created" })).toBeVisible();
  const made = page.getByRole("link", { name: /^WO-\d+$/ });
  await expect(made).toHaveCount(2);
  await made.first().click();
  await expect(page.getByRole("link", { name: `Wilhelmina ${unique}` }).first()).toBeVisible();
});

test("corrections survive a reload and appear in another tab, and another work order is added by hand", async ({
  page,
  context,
}) => {
  const { name } = await someone(page);
  const { id } = (await ask(page, "post", "/voice/sessions", { sessionType: "work_order_creation" })).json();
  await visit(page, `/workorders/voice/${id}`);
  await page.getByLabel("What you want to say").fill("Somebody on Oak Street has no heat.");
  await page.getByRole("button", { name: "Review" }).press("Enter");
  const only = page.getByRole("group", { name: /^Work order/ }).first();
  await only.getByLabel("Job summary").fill("No heat on the second floor");
  await chooseTechnician(only, name);
  await expect(page.getByText("Changes are saved.")).toBeVisible();
  await only.getByLabel("Description").fill("The boiler is from 1998.");
  // Right away, without waiting for confirmation that it is saved.
  await page.reload();
  await expect(only.getByLabel("Job summary")).toHaveValue("No heat on the second floor");
  await expect(only.getByLabel("Description")).toHaveValue("The boiler is from 1998.");
  await expect(technicianField(only)).toHaveValue(name);
  const other = await context.newPage();
  await visit(other, `/workorders/voice/${id}`);
  await expect(other.getByLabel("Job summary")).toHaveValue("No heat on the second floor");
  await other.getByRole("button", { name: "Add a work order" }).press("Enter");
  const added = page.getByRole("group", { name: /^Work order 2/ });
  await added.getByLabel("Job summary").fill("Replace the filter");
  await expect(other.getByRole("group", { name: /^Work order 2/ }).getByLabel("Job summary")).toHaveValue(
    "Replace the filter",
  );
  expect(await violationsOf(page)).toEqual([]);
  await added.getByRole("button", { name: "Remove" }).press("Enter");
  await expect(other.getByRole("group", { name: /^Work order 2/ })).toBeHidden();
  await expect(page.getByRole("button", { name: "Create 1 work order" })).toBeVisible();
});

test("a recording is uploaded chunk by chunk and survives a reload", async ({ page }) => {
  await visit(page, "/workorders/create");
  await page.getByRole("button", { name: "Speak" }).click();
  const dialog = page.getByRole("dialog", { name: "Speak work orders" });
  await dialog.getByRole("button", { name: "Talk" }).click();
  await expect(dialog.getByText("Sent so far.")).toBeVisible();
  await dialog.getByRole("button", { name: "Pause" }).click();
  await expect(dialog.getByText("Paused. Tap to continue")).toBeVisible();
  await visit(page, "/workorders/create");
  await page.getByRole("button", { name: "Speak" }).click();
  await expect(dialog.getByText(/^Recorded at/)).toBeVisible();
  await dialog.getByLabel("Or type it").fill("Somebody on Oak Street has no heat.");
  await dialog.getByRole("button", { name: "Review" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Spoken work orders" })).toBeVisible();
  const session = new URL(page.url()).pathname.split("/").at(-1);
  const { chunks, transcript } = (await ask(page, "get", `/voice/sessions/${session}`)).json();
  expect(chunks.received).toBeGreaterThan(0);
  expect(chunks.missing).toEqual([]);
  expect(transcript.source).toBe("typed");
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New work order" })).toBeVisible();
  expect((await ask(page, "get", `/voice/sessions/${session}`)).json().state).toBe("discarded");
});
