import { expect, test } from "@playwright/test";
import { addDays } from "~/domain/shared/time/dates";
import { violationsOf } from "./axe";
import { chooseTechnician, technicianField } from "./choose-technician";
import { signUpBusiness } from "./own-business";
import { stateOf } from "./people";
import { addWorkOrder, chip, laneOf, mondaysFrom, openDay, someone } from "./scheduler-day";
import { ask, send, visit } from "./visit";

test.use({ storageState: stateOf("manager") });

const freeDay = mondaysFrom(2056);

test("a search highlights matching jobs, Enter moves to the next, and a filter carries over to other days", async ({
  page,
}) => {
  const { date, at } = freeDay();
  const { id, name } = await someone(page);
  const first = await addWorkOrder(page, { title: "Sump heater", scheduledStart: at("09:00"), technicianId: id });
  const second = await addWorkOrder(page, { title: "Sump heater", scheduledStart: at("13:00"), technicianId: id });
  const other = await addWorkOrder(page, { scheduledStart: at("11:00"), technicianId: id, overrideReason: "Agreed" });
  await openDay(page, date);
  await page.keyboard.press("/");
  await page.keyboard.type("luis sump");
  const search = page.getByRole("searchbox", { name: "Search jobs" });
  await expect(search.locator("..")).toContainText("2 matches");
  await expect(chip(page, name, first)).toHaveAttribute("data-mark", "match");
  await expect(chip(page, name, other)).toHaveAttribute("data-mark", "dim");
  await search.press("Enter");
  await expect(chip(page, name, first)).toHaveAttribute("data-shown", "");
  await search.press("Enter");
  await expect(chip(page, name, second)).toHaveAttribute("data-shown", "");
  await search.press("Escape");
  await expect(chip(page, name, other)).not.toHaveAttribute("data-mark");

  await page.getByRole("button", { name: "Filter" }).click();
  const filter = page.getByRole("dialog", { name: "Filter" });
  await chooseTechnician(filter, name);
  await expect(laneOf(page, "Marcus Boyd")).toHaveCount(0);
  expect(await violationsOf(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Next day" }).click();
  await expect(page).toHaveURL(new RegExp(`${addDays(date, 1)}\\?lane=${id}`));
  await visit(page, `/workorders/scheduler/${date}`);
  await expect(page).toHaveURL(new RegExp(`${date}\\?lane=${id}`));
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(laneOf(page, "Marcus Boyd")).toBeVisible();
  await expect(page).not.toHaveURL(/lane=/);
});

test("lanes are filtered and grouped by team, also on the next visit", async ({ page }) => {
  await signUpBusiness(page);
  const email = () => `${crypto.randomUUID()}@example.com`;
  const other = await send(page, "post", "/technicians", {
    ...{ firstName: "Marcus", lastName: "Boyd", status: "active", email: email() },
  });
  const team = await send(page, "post", "/technicians/teams", { name: `Ducts ${crypto.randomUUID().slice(0, 8)}` });
  const person = await send(page, "post", "/technicians", {
    ...{ firstName: "Tess", lastName: `Ductworth ${team.name.slice(-8)}`, status: "active", team: team.name },
    email: email(),
  });
  const { date } = freeDay();
  await openDay(page, date);
  const capacity = page.getByTitle("Booked hours of shift hours");
  await page.getByRole("button", { name: "Filter" }).click();
  const filter = page.getByRole("dialog", { name: "Filter" });
  await filter.getByLabel("Team", { exact: true }).selectOption({ label: team.name });
  await expect(page).toHaveURL(new RegExp(`team=${team.id}`));
  await expect(laneOf(page, person.fullName)).toBeVisible();
  await expect(laneOf(page, other.fullName)).toHaveCount(0);
  // A shift of nine hours.
  await expect(capacity).toContainText("of 9 hr");
  expect(await violationsOf(page)).toEqual([]);

  await page.keyboard.press("Escape");
  await visit(page, `/workorders/scheduler/${date}`);
  await expect(page).toHaveURL(new RegExp(`team=${team.id}`));
  await page.getByRole("button", { name: "Filter 1" }).click();
  await filter.getByLabel("Lanes").selectOption({ label: "By team" });
  const names = page.getByRole("list", { name: "Technicians" });
  await expect(names.getByText(team.name, { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  expect((await ask(page, "delete", `/technicians/teams/${team.id}`)).ok()).toBe(true);
  await visit(page, `/workorders/scheduler/${date}?team=${team.id}`);
  await expect(page.getByText("No one matches: everyone is shown")).toBeVisible();
  await expect(laneOf(page, other.fullName)).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(page).not.toHaveURL(/team=/);
  await expect(capacity).not.toContainText("of 9 hr");
});

test("two choices made before the screen updates are both saved", async ({ page }) => {
  const { id, name } = await someone(page);
  await openDay(page, freeDay().date);
  await page.getByRole("button", { name: "Filter" }).click();
  const filter = page.getByRole("dialog", { name: "Filter" });
  // Its fields are loaded when it opens.
  await expect(technicianField(filter)).toBeVisible();
  await filter.evaluate((dialog, technician) => {
    const [people, , , , , , , status] = dialog.querySelectorAll("select");
    for (const [field, value] of [
      [people, technician],
      [status, "scheduled"],
    ] as const) {
      if (!field) throw new Error("no such field");
      field.value = value;
      field.dispatchEvent(new Event("change", { bubbles: true }));
    }
  }, id);
  await expect(page).toHaveURL(new RegExp(`lane=${id}&status=scheduled`));
  await expect(technicianField(filter)).toHaveValue(name);
  await expect(laneOf(page, "Marcus Boyd")).toHaveCount(0);
  await expect(laneOf(page, name)).toBeVisible();
});
