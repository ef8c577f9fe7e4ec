import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

const graph = (page: Page) => page.getByRole("img", { name: /^Graph of \d+ records/ });

test("starting from a record, the graph is expanded, filtered and searched for the shortest path, by keyboard and with tables", async ({
  page,
}) => {
  const [workOrder] = (await (await ask(page, "get", "/work-orders?limit=1")).json()).items;
  await visit(page, "/knowledge-graph");
  await page.getByRole("combobox", { name: "Start from" }).focus();
  await page.keyboard.type(workOrder.reference);
  await expect(page.getByRole("option").first()).toContainText(workOrder.reference);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(graph(page)).toBeVisible();
  const table = page.getByRole("region", { name: new RegExp(`^Connections of ${workOrder.reference}`) });
  await expect(table.getByRole("row").first()).toBeAttached();

  // Expands another record by keyboard: it gets its own table, and Back removes it.
  const customer = table.getByRole("row").filter({ hasText: "customer of this work order" });
  const name = await customer.getByRole("button").innerText();
  await customer.getByRole("link", { name: `Expand ${name}` }).focus();
  await page.keyboard.press("Enter");
  const second = page.getByRole("region", { name: `Connections of ${name}` });
  await expect(second).toBeVisible();
  await expect(second).toContainText("property of this customer");
  await page.goBack();
  await expect(second).toHaveCount(0);
  await page.goForward();
  await expect(second).toBeVisible();

  // With properties hidden, none is listed.
  await page.getByRole("link", { name: "Hide properties" }).click();
  await expect(second).not.toContainText("property of this customer");
  await page.getByRole("link", { name: "Show properties" }).click();
  await expect(second).toContainText("property of this customer");

  // That customer's property is at most two steps away.
  await second.getByRole("row").filter({ hasText: "property of this customer" }).first().getByRole("button").click();
  await page.getByRole("region", { name: "Selected record" }).getByRole("link", { name: "Shortest path" }).click();
  const path = page.getByRole("region", { name: "Shortest path" });
  await expect(path.getByRole("listitem").first()).toContainText(workOrder.reference);
  await expect(path.getByRole("listitem").nth(1)).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
});

test("a part lists the other equipment it failed in and links to that equipment and work order", async ({ page }) => {
  await visit(page, "/knowledge-graph");
  const part = page
    .getByRole("region", { name: "Latest work orders and parts used" })
    .getByRole("listitem")
    .filter({ hasText: /Part$/ })
    .first();
  await part.getByRole("link").click();
  const name = (
    await page
      .getByRole("region", { name: /^Connections of/ })
      .getByRole("heading")
      .innerText()
  ).split("\n")[0];
  await page
    .getByRole("region", { name: /^Connections of/ })
    .getByRole("row")
    .filter({ hasText: "work order this part was used on" })
    .first()
    .getByRole("link", { name: /^Expand/ })
    .click();
  // The part is a row of the work order's table; once it is selected there, its uses are loaded.
  await page
    .getByRole("region", { name: /^Connections of WO-/ })
    .getByRole("row")
    .filter({ hasText: "part used on this work order" })
    .first()
    .getByRole("button")
    .click();
  const selected = page.getByRole("region", { name: "Selected record" });
  await expect(selected.getByRole("heading", { name: "What else it was used in" })).toBeVisible();
  await expect(selected.getByRole("status")).toHaveText("");
  await expect(selected).toContainText(/\d+ uses?/);
  expect(name).not.toBe("");
});

test("a lead, its estimate and a property's contact are records in the graph", async ({ page }) => {
  const name = `Graph ${crypto.randomUUID().slice(0, 8)}`;
  const lead = await ask(page, "post", "/leads", {
    name,
    phone: "(414) 555-0142",
    need: "New furnace",
    source: "call",
  });
  expect(lead.ok(), await lead.text()).toBe(true);
  const { id, number } = await lead.json();
  const estimate = await ask(page, "post", "/estimates", { leadId: id });
  expect(estimate.ok(), await estimate.text()).toBe(true);
  await visit(page, `/knowledge-graph?from=lead:${number}`);
  const table = page.getByRole("region", { name: /^Connections of/ });
  await expect(table).toContainText(name);
  await expect(table).toContainText("estimate for this lead");
  await expect(table).toContainText("Draft");
});

test("a field names the record that was chosen, also when its link is opened, and not what was only typed", async ({
  page,
}) => {
  const [workOrder] = (await (await ask(page, "get", "/work-orders?limit=1")).json()).items;
  const start = page.getByRole("combobox", { name: "Start from" });
  const end = page.getByRole("combobox", { name: "Shortest path to" });
  await visit(page, `/knowledge-graph?from=job:${workOrder.id}&to=customer:${workOrder.customerId}`);
  await expect(start).toHaveValue(new RegExp(`^${workOrder.reference} `));
  await start.fill("Somebody else");
  await start.blur();
  await expect(start).toHaveValue(new RegExp(`^${workOrder.reference} `));

  // A technician is not among the records shown until the path has been found.
  const [technician] = (await (await ask(page, "get", "/technicians?limit=1")).json()).items;
  await visit(page, `/knowledge-graph?from=customer:${workOrder.customerId}&to=technician:${technician.id}`);
  await expect(end).toHaveValue(`${technician.firstName} ${technician.lastName}`);

  // Choosing leaves the keyboard in the field.
  await start.fill(workOrder.reference);
  await expect(page.getByRole("option").first()).toContainText(workOrder.reference);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: new RegExp(`^Connections of ${workOrder.reference}`) })).toBeVisible();
  await expect(start).toBeFocused();
});
