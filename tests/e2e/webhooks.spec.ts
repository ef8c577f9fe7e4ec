import { createServer, type Server } from "node:http";
import { expect, test } from "@playwright/test";
import { demoPassword } from "#drizzle/seed/demo";
import { stateOf } from "./people";
import { isOpenToEveryone, visit } from "./visit";

let server: Server;
let url = "";
const received: { id: string; body: string }[] = [];

test.beforeAll(async () => {
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      received.push({ id: String(request.headers["webhook-id"]), body });
      response.end("Thanks");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("the receiver did not start");
  url = `http://127.0.0.1:${address.port}/plenum`;
});
test.afterAll(() => new Promise((resolve) => server.close(resolve)));

test.use({ storageState: stateOf("admin") });

test("an Admin adds an endpoint, sends a test event and views the response", async ({ page }) => {
  await visit(page, "/settings/webhooks");
  await page.getByRole("link", { name: "New endpoint" }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Address").fill(url);
  await dialog.getByLabel("Description").fill("Reports");
  await dialog.getByLabel("Invoice paid").check();
  await dialog.locator("input[name=currentPassword]").fill("not-it-2026");
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByText("This is not your current password").first()).toBeVisible();
  await dialog.locator("input[name=currentPassword]").fill(demoPassword);
  await dialog.getByRole("button", { name: "Add endpoint" }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await isOpenToEveryone(page);
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByRole("link", { name: "Reports" }).click();
  await expect(page.getByText("Nothing sent yet")).toBeVisible();
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect.poll(() => received.length).toBe(1);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("table", { name: "Deliveries" }).getByText("Delivered")).toBeVisible({ timeout: 1000 });
  }).toPass();
  await isOpenToEveryone(page);

  await page.getByRole("link", { name: "Test event" }).click();
  await expect(dialog.getByText("Thanks")).toBeVisible();
  await expect(dialog.getByText(received[0]?.id ?? "")).toBeVisible();
  await isOpenToEveryone(page);
  await dialog.getByRole("button", { name: "Send again" }).click();
  await expect.poll(() => received.length).toBe(2);
  expect(received[1]).toEqual(received[0]);
  await dialog.getByRole("button", { name: "Close" }).first().click();

  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Turn on" })).toBeVisible();
  await page.getByRole("link", { name: "Delete", exact: true }).click();
  await page.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(page.getByText("No endpoints yet")).toBeVisible();
});
