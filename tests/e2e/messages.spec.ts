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

test("all lists of conversations are shown next to an open one", async ({ page }) => {
  await visit(page, "/messages");
  const tabs = page.getByRole("navigation", { name: "Conversations" });
  await expect(tabs.getByRole("link")).toHaveCount(6);
  expect(await tabs.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0);
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

test("a template is added to what is typed, and says why it could not be filled in", async ({ page }) => {
  const threads = await (await ask(page, "get", "/threads?limit=100")).json();
  const thread = threads.items.find(
    ({ kind, workOrder }: { kind: string; workOrder: object | null }) => kind === "customer" && workOrder,
  );
  await visit(page, `/messages/${thread.id}`);
  const box = page.getByRole("textbox", { name: /^Message to/ });
  await box.fill("The part is here.");
  const templates = page.getByRole("button", { name: "Templates" });
  await page.route(/\/messages\/[^/]+\.data/, (route) => route.abort());
  await templates.click();
  await expect(page.getByText(/the server cannot be reached/)).toBeVisible();
  await page.unroute(/\/messages\/[^/]+\.data/);
  await templates.click();
  await page.getByRole("menuitem").first().click();
  await expect(box).toHaveValue(/^The part is here\.\n\S/);
  await box.fill("");
});

test("a photo is sent once however often Enter is pressed, and one that cannot be read leaves the text", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const read = window.createImageBitmap.bind(window);
    window.createImageBitmap = async (source: ImageBitmapSource) => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      return read(source);
    };
  });
  const threads = await (await ask(page, "get", "/threads")).json();
  const { id } = threads.items.find(({ kind }: { kind: string }) => kind === "group");
  await visit(page, `/messages/${id}`);
  const box = page.getByRole("textbox", { name: /^Message to/ });
  const photo = page.locator("input[type=file]");
  const text = `The old label ${Date.now().toString(36)}`;
  await photo.setInputFiles({ name: "label.heic", mimeType: "image/heic", buffer: Buffer.from("no picture") });
  await box.fill(text);
  await box.press("Enter");
  await expect(page.getByRole("alert")).toContainText("cannot read the picture");
  await expect(box).toHaveValue(text);
  const png = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  await photo.setInputFiles({ name: "label.png", mimeType: "image/png", buffer: png });
  await box.press("Enter");
  await box.press("Enter");
  await expect(box).toHaveValue("");
  const log = page.getByRole("article").getByText(text);
  await expect(log).toHaveCount(1);
  await expect
    .poll(async () => {
      const { items } = await (await ask(page, "get", `/threads/${id}/messages`)).json();
      return items.filter(({ body }: { body: string }) => body === text).length;
    })
    .toBe(1);
  await expect(log).toHaveCount(1);
});
