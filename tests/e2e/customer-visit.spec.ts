import { type Browser, expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { send, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

/** The path of a new job's page for its customer, and a way to open it as they do. */
async function newVisit(page: Page, browser: Browser) {
  const customer = await send(page, "post", "/customers", {
    ...{ firstName: "Ana", lastName: `Ortega ${Date.now().toString(36)}` },
    addresses: [{ type: "service", line1: "12 Oak Street", city: "Austin", state: "TX", postalCode: "78701" }],
  });
  const workOrder = await send(page, "post", "/work-orders", {
    ...{ title: "Furnace hums", customerId: customer.id, siteAddressId: customer.addresses[0].id },
  });
  const { url } = await send(page, "post", `/work-orders/${workOrder.id}/visit-page`, {});
  const open = async () => (await browser.newContext({ storageState: undefined })).newPage();
  return { path: new URL(url).pathname, open };
}

test("a message that arrived although its answer was lost is not sent twice", async ({ page, browser }) => {
  const { path, open } = await newVisit(page, browser);
  const here = await open();
  await here.clock.install();
  await visit(here, path);
  await here.getByLabel("Your message").fill("Please ring twice");
  await here.route(`**${path}*`, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  });
  await here.getByRole("button", { name: "Send message" }).click();
  await expect(here.getByRole("alert")).toBeVisible();
  await here.unroute(`**${path}*`);
  const sent = here.getByRole("listitem").filter({ hasText: "Please ring twice" });
  await here.clock.fastForward(31_000);
  await expect(sent).toHaveCount(1);
  await here.getByRole("button", { name: "Send message" }).click();
  await expect(here.getByLabel("Your message")).toHaveValue("");
  await here.clock.fastForward(31_000);
  await expect(sent).toHaveCount(1);
});

test("an answer from the office does not clear the customer's next message while it is typed", async ({
  page,
  browser,
}) => {
  const { path, open } = await newVisit(page, browser);
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
