import { expect, type Page, test } from "@playwright/test";
import { addWorkOrder } from "./board";
import { stateOf } from "./people";
import { ask, send, visit } from "./visit";

interface Case {
  /** What is saved, for the test's name. */
  saved: string;
  who: string;
  /** The screen below the dialog, or a function that finds it. */
  screen: string | ((page: Page) => Promise<string>);
  /** How the URL of the screen's link to the dialog ends, without its query. */
  dialog: string;
  /** The menu that contains this link. */
  menu?: string;
  fill: (page: Page) => Promise<void>;
  submit: string | RegExp;
  /** Where saving leads, if not to the screen. */
  leadsTo?: RegExp;
}

const unique = () => Date.now().toString(36);
const type = (page: Page, field: string, text: string) =>
  page.getByRole("dialog").getByRole("textbox", { name: field }).fill(text);

const cases: Case[] = [
  {
    saved: "a to-do",
    who: "manager",
    screen: "/todos",
    dialog: "/todos/new",
    fill: (page) => type(page, "To-do", `Call back ${unique()}`),
    submit: "Add to-do",
  },
  {
    saved: "a service type, which leads to its playbook",
    who: "manager",
    screen: "/service-types",
    dialog: "/service-types/create",
    fill: (page) => type(page, "Name", `Duct check ${unique()}`),
    submit: "Create service type",
    leadsTo: /\/playbook$/,
  },
  {
    saved: "a tax rate",
    who: "admin",
    screen: "/settings/billing",
    dialog: "/settings/billing/tax-rates/new",
    fill: async (page) => {
      await type(page, "Name", `County tax ${unique()}`);
      await type(page, "State", "WI");
      await type(page, "Rate", "5");
    },
    submit: "Add tax rate",
  },
  {
    saved: "a label of the bug tracker",
    who: "admin",
    screen: "/bugscout/config",
    dialog: "/bugscout/config/labels/new",
    fill: (page) => type(page, "Name", `area ${unique()}`),
    submit: "Add label",
  },
  {
    saved: "a customer, which offers a work order for them",
    who: "manager",
    screen: "/workorders",
    dialog: "/workorders/new-customer",
    fill: async (page) => {
      await type(page, "First name", "Ada");
      await type(page, "Last name", `Caller ${unique()}`);
    },
    submit: "Add customer",
    leadsTo: /\/workorders\/new-customer\/\d+$/,
  },
  {
    saved: "the end of a job",
    who: "manager",
    screen: async (page) => `/workorders/${(await addWorkOrder(page, {})).number}`,
    dialog: "/cancel",
    menu: "More actions",
    fill: (page) => page.getByRole("dialog").getByRole("radio").first().check(),
    submit: "Cancel work order",
  },
  {
    saved: "an expense of a household",
    who: "household",
    screen: "/finances/expenses",
    dialog: "/finances/expenses/new",
    fill: async (page) => {
      await type(page, "Name", `Piano lessons ${unique()}`);
      await type(page, "Amount", "40");
    },
    submit: /^Add/,
  },
];

for (const { saved, who, screen, dialog, menu, fill, submit, leadsTo } of cases) {
  test.describe(() => {
    test.use({ storageState: stateOf(who) });
    test(`after saving ${saved}, Back does not reopen the form`, async ({ page }) => {
      const path = typeof screen === "string" ? screen : await screen(page);
      const atScreen = new RegExp(`${path}(\\?.*)?$`);
      await visit(page, path);
      if (menu) await page.getByRole("button", { name: menu }).click();
      await page.locator(`a[href$="${dialog}"], a[href*="${dialog}?"]`).first().click();
      const send = page.getByRole("button", { name: submit });
      // A list's filters are a dialog as well, which opens on phones.
      const form = page.getByRole("dialog").filter({ has: send });
      await expect(form).toBeVisible();
      await fill(page);
      await send.click();
      await expect(form).toHaveCount(0);
      await expect(page).toHaveURL(leadsTo ?? atScreen);
      await page.goBack();
      await expect(page).toHaveURL(atScreen);
      await expect(form).toHaveCount(0);
    });
  });
}

test("a dialog fades in when it opens, but not again when its script takes over", async ({ browser }) => {
  const context = await browser.newContext({ storageState: stateOf("manager") });
  const page = await context.newPage();
  await page.addInitScript(() => {
    addEventListener("transitionrun", ({ target }) => {
      if (target instanceof HTMLDialogElement) document.documentElement.dataset.faded = "yes";
    });
  });
  const dialog = page.locator("dialog:modal");
  const faded = () => page.locator("html").getAttribute("data-faded");
  await visit(page, "/todos/new");
  await expect(dialog).toBeVisible();
  expect(await faded()).toBeNull();
  await visit(page, "/todos");
  await page.locator('a[href$="/todos/new"]').first().click();
  await expect(dialog).toBeVisible();
  await expect.poll(faded).toBe("yes");
  await context.close();
});

test.describe("a new caller", () => {
  test.use({ storageState: stateOf("manager") });
  test("is added over the filtered work orders, and the job they called about is next", async ({ page }) => {
    const form = page.getByRole("dialog", { name: "New customer" });
    await visit(page, "/workorders?status=unscheduled");
    await page.getByRole("link", { name: "New customer" }).click();
    await expect(form).toBeVisible();
    await page.goBack();
    await expect(form).toHaveCount(0);
    await expect(page).toHaveURL(/\/workorders\?status=unscheduled$/);

    await visit(page, "/workorders/new-customer?status=unscheduled");
    await expect(form).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/workorders\?status=unscheduled$/);

    const lastName = `Caller ${unique()}`;
    await page.getByRole("link", { name: "New customer" }).click();
    await type(page, "First name", "Ada");
    await type(page, "Last name", lastName);
    await form.getByRole("button", { name: "Add customer" }).click();
    const next = page.getByRole("dialog", { name: `Ada ${lastName} added` });
    await next.getByRole("link", { name: "Book work order" }).click();
    await expect(page.getByRole("link", { name: `Ada ${lastName}` })).toBeVisible();
    await page.goBack();
    await expect(next).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page).toHaveURL(/\/workorders\?status=unscheduled$/);
  });
});

test.describe("a customer who could not be restored", () => {
  test.use({ storageState: stateOf("manager") });

  test("stays on the screen with the error and is restored by the next attempt", async ({ page }) => {
    const { id, number } = await send(page, "post", "/customers", {
      ...{ customerType: "residential", firstName: "Rae", lastName: `Archived ${unique()}`, phone: "4145550199" },
    });
    expect((await ask(page, "delete", `/customers/${id}`)).status()).toBe(204);
    await visit(page, `/customers/${number}`);
    await page.route("**/archive.data*", (route) => route.abort());
    const restore = page.getByRole("button", { name: "Restore customer" });
    await restore.click();
    await expect(page.getByRole("region", { name: "Archive" }).getByRole("alert")).toContainText(
      "the server cannot be reached",
    );
    await expect(page).toHaveURL(`/customers/${number}`);
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.unroute("**/archive.data*");
    await restore.click();
    await expect(page.getByText("Customer restored.")).toBeVisible();
    await expect(page).toHaveURL(`/customers/${number}`);
    await expect(restore).toHaveCount(0);
  });
});
