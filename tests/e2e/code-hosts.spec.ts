import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("GitLab is connected with a token, repositories are chosen, and GitLab is disconnected", async ({ page }) => {
  await visit(page, "/integrations/gitlab");
  const token = page.getByLabel("Access token");
  await token.fill("glpat-simread-lakeside-it");
  await page.getByRole("button", { name: "Connect GitLab" }).click();
  await expect(page.getByText("Create one with the scope api.").first()).toBeVisible();
  await expect(page.getByLabel("GitLab address")).toHaveValue(/dev\/code-host\/gitlab$/);
  expect(await violationsOf(page)).toEqual([]);
  await token.fill("glpat-sim-lakeside-it");
  await page.getByRole("button", { name: "Connect GitLab" }).click();
  await expect(page.getByText("as lakeside-it", { exact: true })).toBeVisible();

  await page.getByRole("link", { name: "Choose repositories" }).click();
  const dialog = page.getByRole("dialog", { name: "Choose repositories" });
  await expect(dialog.getByRole("checkbox", { name: /old-price-book/ })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: /dispatch-board/ }).check();
  await dialog.getByRole("checkbox", { name: /website/ }).check();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save choice" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("link", { name: "lakeside-it/dispatch-board" })).toBeVisible();
  await expect(page.getByRole("link", { name: "lakeside-it/website" })).toBeVisible();

  await page.getByRole("link", { name: "Choose repositories" }).click();
  await expect(dialog.getByRole("checkbox", { name: /website/ })).toBeChecked();
  await dialog.getByRole("checkbox", { name: /website/ }).uncheck();
  await dialog.getByRole("button", { name: "Save choice" }).click();
  await expect(page.getByRole("link", { name: "lakeside-it/website" })).toHaveCount(0);

  await page.getByRole("link", { name: "Disconnect" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Disconnect" }).click();
  await expect(page.getByRole("heading", { name: "Connect GitLab" })).toBeVisible();
});
