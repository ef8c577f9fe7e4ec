import { expect, type Page, test } from "@playwright/test";
import { stateOf } from "./people";
import { Requests } from "./requests";
import { ask, isOpenToEveryone, visit } from "./visit";

test.use({ storageState: stateOf("household") });

/** A separate month for each test and repetition, so that its sums contain no other items. */
function quietMonth(order: number): string {
  return `${1990 + test.info().repeatEachIndex}-${String(order).padStart(2, "0")}`;
}

/** A one-time expense with a unique name, added through the API. */
async function spent(page: Page, name: string, facts: { amount: number; date: string }) {
  const own = `${name} ${Date.now().toString(36)}${test.info().workerIndex}`;
  const answer = await ask(page, "post", "/expenses", { name: own, category: "food", isRecurring: false, ...facts });
  expect(answer.status(), await answer.text()).toBe(201);
  const { id }: { id: string } = await answer.json();
  return { id, name: own };
}

const panel = (page: Page) => page.getByRole("complementary", { name: "Cashflow" });
/** What the plan adds to the accounts until the end of the month, in cents: other tests change the same accounts meanwhile. */
async function plannedCents(page: Page): Promise<number> {
  const tile = panel(page).getByText("Projected assets at the end of the month").locator("..");
  const amounts = (await tile.textContent())?.match(/-?\$[\d,]+\.\d\d/g) ?? [];
  // The first number is animating toward the second.
  const [, projected = Number.NaN, inAccounts = Number.NaN] = amounts.map((text) => Number(text.replace(/[$,.]/g, "")));
  return projected - inAccounts;
}
const row = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("income and expenses can be added and edited, and the tip follows the savings rate", async ({ page }) => {
  const month = quietMonth(5);
  await visit(page, `/finances?month=${month}`);
  await page.getByRole("link", { name: "Add Your First Income" }).click();
  const adding = page.getByRole("dialog", { name: "Add Income" });
  await adding.getByLabel("Income source").fill("P");
  await adding.getByRole("button", { name: "Add Income" }).click();
  await expect(adding.getByText("Income source must be at least 2 characters").first()).toBeVisible();
  await expect(adding.getByText("Amount is required").first()).toBeVisible();
  await isOpenToEveryone(page);
  await adding.getByLabel("Income source").fill("Pay");
  await adding.getByLabel("Amount").pressSequentially("5000");
  await expect(adding.getByLabel("Amount")).toHaveValue("5,000");
  await adding.getByLabel(/^Date/).fill(`${month}-03`);
  await adding.getByRole("button", { name: "Add Income" }).click();
  await expect(page.getByText("Income added successfully!")).toBeVisible();
  await expect(adding).toBeHidden();
  await expect(row(page, "Pay")).toContainText("$5,000.00");

  await page.getByRole("navigation", { name: "Lists" }).getByRole("link", { name: "Expenses" }).click();
  await page.getByRole("link", { name: "Add Your First Expense" }).click();
  const spending = page.getByRole("dialog", { name: "Add Expense" });
  await expect(spending.getByLabel("End date")).toBeHidden();
  await spending.getByLabel("Recurring every month").check();
  await expect(spending.getByLabel("End date")).toBeVisible();
  await spending.getByLabel("Recurring every month").uncheck();
  await spending.getByLabel("Expense name").fill("Living");
  await spending.getByLabel("Amount").fill("3800");
  await spending.getByLabel(/^Date/).fill(`${month}-04`);
  await spending.getByRole("button", { name: "Add Expense" }).click();
  await expect(page.getByText("Expense added successfully!")).toBeVisible();
  await expect(panel(page)).toContainText("Savings rate 24.0%");
  await expect(panel(page)).toContainText("Great.");

  const tips = [
    { amount: "4400", rate: "12.0%", tip: "Good." },
    { amount: "4600", rate: "8.0%", tip: "Low." },
    { amount: "5100", rate: "-2.0%", tip: "Below zero." },
  ];
  for (const { amount, rate, tip } of tips) {
    await page.getByRole("link", { name: "Edit Living" }).click();
    const editing = page.getByRole("dialog", { name: "Edit Expense" });
    await editing.getByLabel("Amount").fill(amount);
    await editing.getByRole("button", { name: "Update Expense" }).click();
    await expect(editing).toBeHidden();
    await expect(panel(page)).toContainText(`Savings rate ${rate}`);
    await expect(panel(page)).toContainText(tip);
  }
  await expect(page.getByText("Expense updated successfully!").first()).toBeVisible();
});

test("an expense left out for now adjusts the projection and counts again in another month", async ({ page }) => {
  const month = `${2040 + test.info().repeatEachIndex}-02`;
  const { id, name } = await spent(page, "Left out", { amount: 123.45, date: `${month}-10` });
  // Amounts animate up to their value, unless motion is reduced.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await visit(page, `/finances?month=${month}&list=expenses`);
  // The plan depends on all previous months, which other tests of this household may be changing: the two are read in immediate
  // succession, and again if something came between.
  await expect(async () => {
    await page.getByRole("link", { name: `Exclude ${name}` }).click();
    await expect(panel(page)).toContainText("+$123.45 excluding items you left out");
    await expect(row(page, name)).toContainText("excluded");
    const without = await plannedCents(page);
    await page.getByRole("link", { name: `Include ${name}` }).click();
    await expect(panel(page)).not.toContainText("excluding items you left out");
    expect(without - (await plannedCents(page))).toBe(12_345);
  }).toPass();
  expect((await (await ask(page, "get", `/expenses/${id}`)).json()).amount).toBe(123.45);
  await row(page, name).getByText(name).dblclick();
  await expect(panel(page)).toContainText("+$123.45 excluding items you left out");
  await page.getByRole("link", { name: "Next month" }).click();
  await expect(page.getByRole("button", { name: /^March/ })).toBeVisible();
  await page.getByRole("link", { name: "Previous month" }).click();
  await expect(row(page, name)).toBeVisible();
  await expect(panel(page)).not.toContainText("excluding items you left out");
  await ask(page, "delete", `/expenses/${id}`);
});

test("deleting asks first: Cancel keeps the item, Delete removes it", async ({ page }) => {
  const month = quietMonth(6);
  const { id, name } = await spent(page, "Doomed", { amount: 9, date: `${month}-10` });
  await visit(page, `/finances?month=${month}&list=expenses`);
  await page.getByRole("link", { name: `Delete ${name}` }).click();
  const asking = page.getByRole("alertdialog", { name: "Confirm Delete Expense?" });
  await expect(asking).toContainText(
    "Are you sure you want to permanently delete this expense? This action cannot be undone.",
  );
  await isOpenToEveryone(page);
  await asking.getByRole("button", { name: "Cancel" }).click();
  await expect(asking).toBeHidden();
  expect((await ask(page, "get", `/expenses/${id}`)).status()).toBe(200);
  await page.getByRole("link", { name: `Delete ${name}` }).click();
  await asking.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Expense deleted successfully!")).toBeVisible();
  await expect(row(page, name)).toHaveCount(0);
  expect((await ask(page, "get", `/expenses/${id}`)).status()).toBe(404);
});

test("the month picker enters planning mode by keyboard, and Today leads back", async ({ page }) => {
  await visit(page, "/finances");
  const heading = page.getByRole("heading", { level: 1, name: "Financial Dashboard" });
  await expect(heading).toBeVisible();
  await expect(page.getByText("Budget Planning Mode")).toHaveCount(0);
  const year = new Date().getUTCFullYear();
  const open = page.getByRole("navigation", { name: "Month" }).getByRole("button");
  await open.press("Enter");
  const picker = page.getByRole("dialog", { name: "Choose a month" });
  await picker.getByRole("button", { name: "Next year" }).press("Enter");
  await expect(picker.getByText(String(year + 1), { exact: true })).toBeVisible();
  await isOpenToEveryone(page);
  await picker.getByRole("link", { name: `June ${year + 1}` }).press("Enter");
  await expect(picker).toBeHidden();
  await expect(page.getByText("Budget Planning Mode")).toBeVisible();
  await expect(panel(page)).toContainText(`Cashflow in June ${year + 1}`);
  await expect(panel(page)).toContainText("Projected net cashflow");
  await open.press("Enter");
  await picker.getByRole("link", { name: "Go to Today" }).press("Enter");
  await expect(page.getByText("Budget Planning Mode")).toHaveCount(0);
  await expect(panel(page)).not.toContainText("Projected net cashflow");
});

test("a projected occurrence warns that editing its date moves the first one", async ({ page }) => {
  const { id, name } = await spent(page, "Foreseen", { amount: 7, date: "2026-01-01" });
  await ask(page, "delete", `/expenses/${id}`);
  const made = await ask(page, "post", "/expenses", { name, amount: 7, date: "2044-01-01", isRecurring: true });
  const again: { id: string } = await made.json();
  await visit(page, "/finances?month=2044-03&list=expenses");
  await expect(row(page, name)).toContainText("Projected");
  await page.getByRole("link", { name: `Edit ${name}` }).click();
  const dialog = page.getByRole("dialog", { name: "Edit Expense" });
  await expect(dialog).toContainText("Changing the date moves the original first occurrence");
  await isOpenToEveryone(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await ask(page, "delete", `/expenses/${again.id}`);
});

test("the year shows charts with tables, its months and insights", async ({ page }) => {
  await visit(page, "/finances?view=year&year=2025");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Yearly Financial Overview");
  await expect(page.locator("figure svg").first()).toBeVisible();
  const figure = page.getByRole("figure").filter({ hasText: "Income and expenses" });
  await figure.getByText("Show as a table").click();
  await expect(figure.getByRole("row", { name: /March 2025/ })).toBeVisible();
  await isOpenToEveryone(page);
  await page.getByRole("link", { name: "Insights" }).click();
  await expect(page.getByText("Overall savings rate")).toBeVisible();
  await page.getByRole("link", { name: "Monthly Breakdown" }).click();
  await page.getByRole("link", { name: "View Details of March 2025" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Financial Dashboard");
  await expect(panel(page)).toContainText("Cashflow in March 2025");
});

test("net worth is shown by month, as a total, by account and as a table", async ({ page }) => {
  await visit(page, "/finances/dashboard");
  const figure = page.getByRole("figure").filter({ hasText: "Net worth over time" });
  await expect(figure.locator("svg.recharts-surface")).toBeVisible();
  await figure.getByRole("button", { name: "By account" }).click();
  await expect(figure.getByText("Everyday Checking")).toBeVisible();
  await expect(figure.locator(".recharts-bar-rectangle").first()).toBeVisible();
  await figure.getByText("Show as a table").click();
  const table = page.getByRole("table", { name: "Net worth over time" });
  await expect(table.getByRole("columnheader", { name: "Everyday Checking" })).toBeVisible();
  await expect(table.getByRole("row", { name: /^Today/ })).toContainText("$");
  await expect(table.getByRole("row", { name: /^End of/ }).first()).toBeVisible();
  await isOpenToEveryone(page);
});

for (const width of [390, 1440]) {
  test(`the dashboard is read, and walked through by keyboard, in reading order, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await visit(page, "/finances/dashboard");
    const order = await page.locator("main").evaluate((main) =>
      [...main.querySelectorAll("h2")].map((heading) => {
        const { left, top } = heading.getBoundingClientRect();
        // Columns are read one after the other.
        return { title: heading.textContent, column: Math.round(left / 350), top: top + window.scrollY };
      }),
    );
    const titles = order.map(({ title }) => title);
    expect(titles.indexOf("Upcoming bills")).toBeLessThan(titles.indexOf("Net worth over time"));
    const seen = [...order].sort((a, b) => a.column - b.column || a.top - b.top);
    expect(titles).toEqual((width === 390 ? [...order].sort((a, b) => a.top - b.top) : seen).map(({ title }) => title));
  });
}

/** Opens January 2045 and advances month by month; the third one is measured. */
async function lookAhead(page: Page) {
  await visit(page, "/finances?month=2045-01");
  const banner = page.getByRole("complementary", { name: "Plenum Pro" });
  for (const month of ["February", "March"]) {
    await expect(banner).toHaveCount(0);
    await page.getByRole("link", { name: "Next month" }).click();
    await expect(panel(page)).toContainText(`Cashflow in ${month} 2045`);
  }
  return banner;
}

test("a household with Pro does not see the Pro banner", async ({ page }) => {
  const banner = await lookAhead(page);
  await visit(page, "/finances?month=2045-06");
  await expect(panel(page)).toContainText("Cashflow in June 2045");
  await expect(banner).toHaveCount(0);
});

test("the Pro banner appears after three future months in a session, and stays hidden once dismissed", async ({
  context,
  baseURL,
}) => {
  await context.clearCookies();
  await (await Requests.signedIn(baseURL ?? "", "second-household")).signInPagesOf(context);
  const page = await context.newPage();
  const banner = await lookAhead(page);
  await expect(banner).toBeVisible();
  await banner.getByRole("button", { name: "Dismiss for seven days" }).click();
  await expect(banner).toHaveCount(0);
  await visit(page, "/finances?month=2045-06");
  await expect(panel(page)).toContainText("Cashflow in June 2045");
  await expect(banner).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the month's summary is above its lists", async ({ page }) => {
    for (const list of ["income", "expenses"]) {
      await visit(page, `/finances?list=${list}`);
      const [answer, lists] = await Promise.all([
        panel(page).boundingBox(),
        page.getByRole("navigation", { name: "Lists" }).boundingBox(),
      ]);
      expect((answer?.y ?? 0) + (answer?.height ?? 0)).toBeLessThanOrEqual(lists?.y ?? 0);
    }
  });

  test("a past month shows its latest expenses, and the earlier ones with one tap", async ({ page }) => {
    await visit(page, "/finances?list=expenses");
    const earlier = await page.getByRole("link", { name: "Previous month" }).getAttribute("href");
    await visit(page, earlier ?? "");
    const planned = page.getByRole("list", { name: "Planned" });
    const rows = planned.locator("> li");
    const folded = await planned.locator("> li[data-folded]").count();
    expect(folded).toBeGreaterThan(2);
    const all = await rows.count();
    await expect(rows.filter({ visible: true })).toHaveCount(all - folded);
    await page.getByText(`Show ${folded} earlier`).click();
    await expect(rows.filter({ visible: true })).toHaveCount(all);
  });

  test("a chart opens with one tap, and upcoming bills are above it", async ({ page }) => {
    await visit(page, "/finances/dashboard");
    const figure = page.getByRole("figure").filter({ hasText: "Net worth over time" });
    await expect(figure.locator("svg.recharts-surface")).toHaveCount(0);
    const [bills, chart] = await Promise.all([
      page.getByRole("region", { name: "Upcoming bills" }).boundingBox(),
      figure.boundingBox(),
    ]);
    expect(bills?.y).toBeLessThan(chart?.y ?? 0);
    await figure.getByText("Show chart").click();
    await expect(figure.locator("svg.recharts-surface").first()).toBeVisible();
  });

  test("the dashboard's lists show their first rows and those that need attention, and the rest with one tap", async ({
    page,
  }) => {
    await visit(page, "/finances/dashboard");
    for (const title of ["Upcoming bills", "Accounts"]) {
      const card = page.getByRole("region", { name: title });
      const all = await card.locator("li").count();
      const notable = await card.locator("li[data-always]").count();
      expect(all).toBeGreaterThan(4);
      await expect(card.getByRole("listitem")).toHaveCount(
        await card.locator("li:nth-child(-n+3), li[data-always]").count(),
      );
      expect(notable).toBeLessThan(all);
      await card.getByText(`Show all ${all}`).click();
      await expect(card.getByRole("listitem")).toHaveCount(all);
      await card.getByText("Show less").click();
      await expect(card.getByRole("listitem")).not.toHaveCount(all);
    }
    await page.getByRole("region", { name: "What if" }).getByText("Show", { exact: true }).click();
    const plan = page.getByRole("list", { name: "Your plan" });
    await expect(plan.getByRole("listitem")).toHaveCount(3);
    await page.getByRole("button", { name: /^Show all/ }).click();
    await expect(plan.getByRole("listitem").nth(6)).toBeVisible();
  });

  for (const path of [
    "/finances",
    "/finances?list=expenses",
    "/finances?view=year",
    "/finances/expenses",
    "/finances/calendar",
    "/finances/dashboard",
  ])
    test(`every tap target on ${path} is large enough`, async ({ page }) => {
      await visit(page, path);
      const small = await page.locator("main").evaluate((main) =>
        [...main.querySelectorAll<HTMLElement>("button, summary, a, select")]
          // A link within a sentence is as high as its line.
          .filter((one) => one.checkVisibility() && getComputedStyle(one).display !== "inline")
          .filter((one) => one.getBoundingClientRect().height < 48)
          .map((one) => one.getAttribute("aria-label") ?? one.innerText),
      );
      expect(small).toEqual([]);
    });
});

test("a click on a month's bars opens that month, one after the other", async ({ page }) => {
  await visit(page, "/finances?view=year&year=2025");
  const figure = page.getByRole("figure").filter({ hasText: "Income and expenses" }).first();
  const bars = figure.locator(".recharts-bar").first().locator(".recharts-bar-rectangle path");
  for (const nth of [2, 7, 4]) {
    await figure.scrollIntoViewIfNeeded();
    await expect(bars).toHaveCount(12);
    await bars.nth(nth).click();
    await expect(page).toHaveURL(new RegExp(`month=\\d{4}-0${nth + 1}`));
    // The address changes before the screen does.
    await expect(figure).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL(/view=year/);
  }
});
