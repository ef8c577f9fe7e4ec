import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("a problem is reported with a redacted picture, and its issue gets more files, loses one and gets it back", async ({
  page,
}) => {
  const title = `The board shows a blank card ${Date.now()}`;
  await visit(page, "/report-problem?page=/workorders/kanban");
  await page.getByRole("textbox", { name: "What happened?" }).fill(title);
  const png = await page.screenshot();
  await page
    .getByLabel("Choose a picture")
    .last()
    .setInputFiles([{ name: "card.png", mimeType: "image/png", buffer: png }]);
  await expect(page.getByRole("button", { name: "Send report" })).toBeDisabled();
  await page.getByRole("button", { name: "Add black box" }).click();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowDown");
  await expect(page.getByText(/^Box at 38% from the left/)).toBeAttached();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole("button", { name: "Use picture" }).click();
  await expect(page.getByRole("img", { name: "Sent with the report" })).toBeVisible();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("confirm that it can be sent").first()).toBeVisible();
  await page.getByRole("checkbox", { name: "I checked the picture" }).check();
  await page.getByRole("button", { name: "Send report" }).click();
  await expect(page.getByText("Your report was sent to your office")).toBeVisible();

  await visit(page, "/bugscout/issues?source=report");
  await page.getByRole("link", { name: title }).click();
  await expect(page.getByRole("link", { name: "screenshot.png" })).toBeVisible();
  await page
    .getByLabel("Attach files", { exact: true })
    .last()
    .setInputFiles([
      { name: "console.log", mimeType: "text/plain", buffer: Buffer.from("TypeError: x is undefined") },
      { name: "setup.exe", mimeType: "application/octet-stream", buffer: Buffer.from([0x4d, 0x5a, 0x90, 0]) },
    ]);
  await expect(page.getByText("Please choose a picture, a PDF")).toBeVisible();
  await page.getByRole("button", { name: "Dismiss setup.exe" }).click();
  await expect(page.getByText("attached console.log")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "console.log" }).click();
  expect((await downloading).suggestedFilename()).toBe("console.log");
  await page.getByRole("button", { name: "Remove console.log" }).click();
  await expect(page.getByRole("link", { name: "console.log" })).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("link", { name: "console.log" })).toBeVisible();
});
