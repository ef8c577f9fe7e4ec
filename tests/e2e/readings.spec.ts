import { expect, test } from "@playwright/test";
import { stateOf } from "./people";
import { ask, isOpenToEveryone, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

test("readings show superheat and subcooling while typing, question doubtful values, and appear on the equipment", async ({
  page,
}) => {
  const customer = (
    await ask(page, "post", "/customers", {
      ...{ firstName: "Ida", lastName: `Wells ${Date.now()}` },
      addresses: [{ type: "service", line1: "4 Elm St", city: "Milwaukee", state: "WI", postalCode: "53202" }],
    })
  ).json();
  const unit = (
    await ask(page, "post", "/equipment", {
      ...{ equipmentName: "Condenser", equipmentType: "air_conditioner", customerId: customer.id },
    })
  ).json();
  await ask(page, "post", `/equipment/${unit.id}/service-groups`, { name: "Circuit 1", refrigerant: "R-410A" });
  const workOrder = (
    await ask(page, "post", "/work-orders", { title: "No cooling", customerId: customer.id, equipmentIds: [unit.id] })
  ).json();

  expect(workOrder.number).toBeGreaterThan(0);
  await visit(page, `/workorders/${workOrder.number}`);
  await page.getByRole("link", { name: "Add readings" }).click();
  const dialog = page.getByRole("dialog", { name: "Readings: Condenser" });
  await dialog.getByLabel("Suction pressure").fill("118");
  await dialog.getByLabel("Suction line").fill("52");
  await dialog.getByLabel("Liquid pressure").fill("340");
  await dialog.getByLabel("Liquid line").fill("106");
  const says = dialog.getByRole("region", { name: "What the readings say" });
  await expect(says).toContainText("12.2 °F");
  await expect(says).toContainText("Low on refrigerant");
  await expect(dialog.getByText("Liquid line: Liquid line warmer than its saturation temperature")).toBeVisible();
  await isOpenToEveryone(page);
  await dialog.getByRole("button", { name: "Save readings" }).click();
  await expect(dialog.getByLabel("The readings are right")).toBeFocused();
  await dialog.getByLabel("Liquid line").fill("95");
  await expect(says).toContainText("Charge in range");
  await dialog.getByRole("button", { name: "Save readings" }).click();
  await expect(page.getByText("Readings saved.")).toBeVisible();

  await page.goto(`/equipment/${unit.id}/readings`);
  await expect(page.getByText("Charge in range")).toBeVisible();
  await expect(page.getByText("9.6 °F")).toBeVisible();
});
