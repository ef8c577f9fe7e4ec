import { expect, type Page, test } from "@playwright/test";
import { demoPassword } from "#drizzle/seed/demo";
import { violationsOf } from "./axe";
import { Requests } from "./requests";
import { visit } from "./visit";

const HOST = "/dev/code-host/github/red-rock-air/dispatch-board";

/** Runs a command at the simulated host. */
async function happens(requests: Requests, command: object): Promise<void> {
  const json = { host: "github", name: "red-rock-air/dispatch-board", ...command };
  expect((await requests.send("post", "/dev/code-host/command", { json })).status()).toBe(200);
}

async function rename(page: Page, from: string, to: string): Promise<void> {
  await visit(page, `/bugscout/issues?search=${encodeURIComponent(from)}`);
  await page.getByRole("link", { name: new RegExp(`^BUG-\\d+ ?${from}`) }).click();
  await page.getByRole("link", { name: "Edit issue" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Title" }).fill(to);
  await dialog.getByRole("button", { name: "Save issue" }).click();
  await expect(page.getByRole("heading", { level: 1, name: to })).toBeVisible();
}

async function syncNow(page: Page): Promise<void> {
  await visit(page, "/integrations/github");
  await page.getByRole("button", { name: "Sync now" }).click();
  await expect(page.getByText("Syncing. New and changed issues arrive")).toBeVisible();
}

/** Reloads the page until it shows the text. */
async function comesToSay(page: Page, path: string, text: string): Promise<void> {
  await expect(async () => {
    await page.goto(path);
    await expect(page.getByText(text).first()).toBeVisible({ timeout: 1000 });
  }).toPass();
}

test("GitHub is connected and imported, both sides are edited, a conflict is resolved, and GitHub is disconnected", async ({
  page,
  baseURL,
}) => {
  const owner = new Requests(new URL(baseURL ?? "").origin);
  await owner.send("post", "/api/auth/login", {
    json: { email: "owner@redrock.example.com", password: demoPassword },
  });
  await owner.signInPagesOf(page.context());

  await visit(page, "/integrations/github");
  await page.getByLabel("Access token").fill("ghp_sim_red-rock-air");
  await page.getByRole("button", { name: "Connect GitHub" }).click();
  await expect(page.getByText("as red-rock-air", { exact: true })).toBeVisible();

  // More than two pages of old issues, each slow to load.
  await happens(owner, { op: "issues", count: 1010, title: "Old report" });
  const slow = { fault: "slow", times: 50, seconds: 1.5, on: "GET /repos/red-rock-air/dispatch-board/issues" };
  await happens(owner, { op: "fail", login: "red-rock-air", faults: [slow] });
  await page.getByRole("link", { name: "Choose repositories" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose repositories" });
  await dialog.getByRole("checkbox", { name: /dispatch-board/ }).check();
  await dialog.getByRole("button", { name: "Save choice" }).click();
  // On a busy machine the first page may be there before the screen is.
  await expect(page.getByText(/Waiting for the first import|Importing: \d+ issues so far/)).toBeVisible();
  await expect(page.getByText(/Importing: \d+ issues so far/)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await happens(owner, { op: "recover", login: "red-rock-air" });
  await expect(page.getByText("1,018 issues, checked")).toBeVisible();

  await rename(page, "Trucks jump back to the shop at noon", "Trucks jump at noon");
  await syncNow(page);
  await comesToSay(page, `${HOST}/issues/1`, "Trucks jump at noon");

  await page.goto(`${HOST}/issues/1`);
  await page.getByLabel("Title").fill("Trucks jump to the yard at noon");
  await page.getByLabel("Comment").fill("Seen on truck 7 as well.");
  await page.getByRole("button", { name: "Save, and send the webhooks" }).click();
  await comesToSay(page, "/bugscout/issues?search=yard", "Trucks jump to the yard at noon");
  await page.getByRole("link", { name: "Trucks jump to the yard at noon" }).click();
  await expect(page.getByText("Seen on truck 7 as well.")).toBeVisible();
  await expect(page.getByText("dana-fields").first()).toBeVisible();

  // Both change the title before they are synced.
  await rename(page, "Font is too small on the 32-inch display", "Font too small: our words");
  await page.goto(`${HOST}/issues/3`);
  await page.getByLabel("Title").fill("Font too small: their words");
  await page.getByRole("button", { name: "Save, and send the webhooks" }).click();
  await comesToSay(page, "/bugscout/issues?search=Font", "Font too small: their words");
  await page.getByRole("link", { name: "Font too small: their words" }).click();
  await expect(page.getByText("Changed on both sides: title. Both texts are saved.")).toBeVisible();
  await page.getByRole("link", { name: "Compare" }).click();
  await page.getByText("Title of", { exact: false }).click();
  await expect(page.getByText("Font too small: our words")).toBeVisible();
  await expect(page.getByText("Font too small: their words", { exact: true })).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Use this text on both" }).click();
  await expect(page.getByRole("heading", { name: "Changed on both sides" })).toHaveCount(0);
  await syncNow(page);
  await comesToSay(page, `${HOST}/issues/3`, "Font too small: our words");

  await visit(page, "/integrations/github");
  await page.getByRole("link", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("heading", { name: "Connect GitHub" })).toBeVisible();
  await comesToSay(page, "/bugscout/issues?search=Font", "Font too small: our words");
});
