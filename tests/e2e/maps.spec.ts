import { expect, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.describe("staff", () => {
  test.use({ storageState: stateOf("manager") });

  test("jobs are narrowed by state, chosen on the list, and stay readable when the outlines don't come", async ({
    page,
  }) => {
    await page.route("**/outlines/**", (route) => route.abort());
    await visit(page, "/map");
    const states = page.getByRole("group", { name: "Show jobs by state" });
    const all = Number((await states.getByRole("button", { name: /^All/ }).innerText()).replace(/\D/g, ""));
    const jobs = page.getByRole("region", { name: /^(Jobs|Not on the map)/ }).getByRole("listitem");
    await expect(jobs).toHaveCount(all);
    const one = states.getByRole("button").nth(1);
    await one.click();
    await expect(jobs).toHaveCount(Number((await one.innerText()).replace(/\D/g, "")));
    await states.getByRole("button", { name: /^All/ }).click();

    // The points are drawn without the base, and the keys move them.
    const map = page.getByRole("application", { name: /^Jobs of the day/ });
    await expect(map.locator("svg g").first()).toBeAttached();
    await page
      .getByRole("button", { name: /^Show WO-\d+ on the map$/ })
      .first()
      .click();
    await expect(page.getByRole("status").filter({ has: page.getByRole("button", { name: "Close" }) })).toBeVisible();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole("button", { name: "Zoom in" }).click();
    await map.press("0");
    await expect(page.getByRole("button", { name: "Show everything" })).toHaveCount(0);
  });

  test("a stop's other times say what they change, and one is taken", async ({ page }) => {
    // A Monday years ahead, on which nobody has anything else to do.
    const date = new Date(Date.UTC(2040, 0, 2 + Math.floor(Math.random() * 500) * 7)).toISOString().slice(0, 10);
    const technicians = (await (await ask(page, "get", `/scheduling/days/${date}`)).json()).technicians;
    const luis = technicians.find(({ name }: { name: string }) => name === "Luis Ortega");
    const customer = (await (await ask(page, "get", "/customers?limit=1")).json()).items[0];
    const made = await ask(page, "post", "/work-orders", {
      ...{ title: "Furnace tune-up", customerId: customer.id, durationMinutes: 60, technicianId: luis.id },
      ...{ scheduledStart: `${date}T16:00:00Z`, overrideReason: "Agreed with the customer" },
    });
    expect(made.ok(), await made.text()).toBe(true);
    const { reference } = await made.json();
    await visit(page, `/map2?date=${date}`);
    await page.getByRole("link", { name: `Move ${reference}` }).click();
    const dialog = page.getByRole("dialog");
    const option = dialog.getByRole("radio").first();
    await option.check();
    expect(await violationsOf(page)).toEqual([]);
    await expect(dialog.getByText(/(less|more) driving|no change in driving|drive unknown/).first()).toBeVisible();
    await dialog.getByRole("button", { name: "Move stop" }).click();
    await expect(page.getByText("Stop moved.")).toBeVisible();
  });
});

test("a visitor asks whether a ZIP code is served and sees no customer", async ({ page }) => {
  await visit(page, "/map");
  await page.getByLabel("Is your ZIP code served?").fill("99950");
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText("Nobody on Plenum serves 99950 yet.")).toBeVisible();
  await expect(page.getByText(/WO-\d/)).toHaveCount(0);
});
