import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("a message written offline is sent once the connection is back and appears on another user's open screen", async ({
  page,
  context,
  browser,
}) => {
  const threads = await (await ask(page, "get", "/threads")).json();
  const { id } = threads.items.find(({ kind }: { kind: string }) => kind === "group");
  const text = `Truck 2 is back ${Date.now().toString(36)}`;
  const theirs = await browser.newContext({ storageState: stateOf("manager") });
  const other = await theirs.newPage();
  await visit(other, `/messages/${id}`);
  await visit(page, `/messages/${id}`);
  const box = page.getByRole("textbox", { name: /^Message to/ });
  await context.setOffline(true);
  await box.fill(text);
  await box.press("Enter");
  const log = page.getByRole("article").getByText(text);
  await expect(log).toHaveCount(1);
  await expect(box).toHaveValue("");
  await expect(other.getByText(text)).toHaveCount(0);
  await context.setOffline(false);
  await expect(other.getByRole("article").getByText(text)).toHaveCount(1);
  await page.reload();
  await expect(log).toHaveCount(1);
  await theirs.close();
});

test("two clicks fill a customer message from a template, and names are suggested while typing", async ({ page }) => {
  const threads = await (await ask(page, "get", "/threads?limit=100")).json();
  const thread = threads.items.find(
    ({ kind, workOrder }: { kind: string; workOrder: object | null }) => kind === "customer" && workOrder,
  );
  await visit(page, `/messages/${thread.id}`);
  await page.getByRole("button", { name: "Templates" }).click();
  await page.getByRole("menuitem").first().click();
  const box = page.getByRole("textbox", { name: /^Message to/ });
  await expect(box).not.toHaveValue("");
  expect(await violationsOf(page)).toEqual([]);

  const group = threads.items.find(({ kind }: { kind: string }) => kind === "group");
  await visit(page, `/messages/${group.id}`);
  await box.fill("Please call @");
  await box.press("End");
  const names = page.getByRole("list", { name: "People to mention" });
  const first = await names.getByRole("button").first().innerText();
  await box.press("Enter");
  await expect(box).toHaveValue(`Please call @${first} `);
});
