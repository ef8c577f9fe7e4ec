import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("an admin sees what each external system needs and tests one", async ({ page }) => {
  await visit(page, "/settings/integrations");
  const storage = page.getByRole("listitem", { name: "File storage" });
  await expect(storage.getByText("Connected")).toBeVisible();
  await storage.getByRole("button", { name: "Test File storage" }).click();
  await expect(storage.getByText("Wrote a file, read it and deleted it.")).toBeVisible();
  const language = page.getByRole("listitem", { name: "Language model" });
  await expect(language.getByText("LANGUAGE_API_KEY")).toBeVisible();
  await expect(language.getByRole("button")).toHaveCount(0);
});
