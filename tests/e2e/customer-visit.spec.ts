import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { send, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("an answer from the office does not clear the customer's next message while it is typed", async ({
  page,
  browser,
}) => {
  const customer = await send(page, "post", "/customers", {
    ...{ firstName: "Ana", lastName: `Ortega ${Date.now().toString(36)}` },
    addresses: [{ type: "service", line1: "12 Oak Street", city: "Austin", state: "TX", postalCode: "78701" }],
  });
  const workOrder = await send(page, "post", "/work-orders", {
    ...{ title: "Furnace hums", customerId: customer.id, siteAddressId: customer.addresses[0].id },
  });
  const { url } = await send(page, "post", `/work-orders/${workOrder.id}/visit-page`, {});
  const path = new URL(url).pathname;
  const open = async () => (await browser.newContext({ storageState: undefined })).newPage();
  const [here, elsewhere] = [await open(), await open()];
  await here.clock.install();
  await visit(here, path);
  const say = async (by: typeof here, text: string) => {
    await by.getByLabel("Your message").fill(text);
    await by.getByRole("button", { name: "Send message" }).click();
    await expect(by.getByRole("listitem").filter({ hasText: text })).toBeVisible();
  };
  await say(here, "Is it today?");
  await expect(here.getByLabel("Your message")).toHaveValue("");
  await here.getByLabel("Your message").fill("And please call");
  await visit(elsewhere, path);
  await say(elsewhere, "My wife is at home");
  await here.clock.fastForward(31_000);
  await expect(here.getByRole("listitem").filter({ hasText: "My wife is at home" })).toBeVisible();
  await expect(here.getByLabel("Your message")).toHaveValue("And please call");
  await here.context().setOffline(true);
  await here.getByRole("button", { name: "Send message" }).click();
  await expect(here.getByRole("alert")).toBeVisible();
  await expect(here.getByLabel("Your message")).toHaveValue("And please call");
});
