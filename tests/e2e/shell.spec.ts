import { expect, type Page, test } from "@playwright/test";
import { addWorkOrder } from "./board";
import { stateOf } from "./people";
import { requestsOf, scriptInCharge, visit } from "./visit";

/** Errors of the browser. Violations of the content policy are logged as errors. */
function complaints(page: Page): string[] {
  const errors: string[] = [];
  page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
  page.on("pageerror", (error) => errors.push(error.message));
  return errors;
}

/** Whether the next dialog has the focus at the moment it is rendered. */
function whoseKeysAtFirst(): Promise<string> {
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const dialog = document.querySelector("dialog[open]");
      if (!dialog) return;
      observer.disconnect();
      resolve(dialog.contains(document.activeElement) ? "the dialog's" : "the page's");
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ["open"] });
  });
}

test.describe("as an Admin", () => {
  test.use({ storageState: stateOf("admin") });

  test("the sidebar closes, stays closed, and its button reopens it with the focus", async ({ page }) => {
    const errors = complaints(page);
    await visit(page, "/support");
    await page.getByRole("button", { name: "Close the sidebar" }).click();
    await expect(page.getByRole("button", { name: "Open the sidebar" })).toBeFocused();
    const rail = page.getByRole("navigation", { name: "Shortcuts" });
    await expect(rail.getByRole("link", { name: "Go to Scheduler" })).toBeVisible();
    await page.reload();
    await expect(rail).toBeVisible();
    await expect(page.getByRole("link", { name: "All Work Orders", exact: true })).toBeHidden();
    await scriptInCharge(page);
    await page.getByRole("button", { name: "Open the sidebar" }).click();
    await expect(page.getByRole("button", { name: "Close the sidebar" })).toBeFocused();
    await expect(page.getByRole("link", { name: "All Work Orders", exact: true })).toBeVisible();
    await expect(rail).toBeHidden();
    expect(errors).toEqual([]);
  });

  test("a device whose clock is days off hydrates the server's page without errors", async ({ page }) => {
    const errors = complaints(page);
    await page.clock.setFixedTime(Date.now() + 3 * 86_400_000);
    for (const path of ["/workorders/board", "/workorders", "/customers"]) await visit(page, path);
    expect(errors).toEqual([]);
  });

  test("the server's page stays while code is still loading and the minute changes", async ({ page }) => {
    // The clock is minutes off until the page's script corrects it.
    await page.clock.install({ time: Date.now() + 10 * 60_000 });
    // Slower than everything else loaded with the page.
    await page.route(/signed-in-frame/, async (route) => {
      await new Promise((late) => setTimeout(late, 2000));
      await route.continue();
    });
    await page.addInitScript(() => {
      let wasThere = false;
      new MutationObserver(() => {
        const isThere = document.querySelector("main h1") !== null;
        if (wasThere && !isThere) document.documentElement.dataset.lost = "yes";
        wasThere = isThere;
      }).observe(document, { childList: true, subtree: true });
    });
    await visit(page, "/support");
    await expect(page.locator("html")).not.toHaveAttribute("data-lost");
  });

  test("choosing the Scheduler closes the sidebar", async ({ page }) => {
    await visit(page, "/support");
    await page.getByRole("link", { name: "Scheduler" }).click();
    await expect(page).toHaveURL(/\/workorders\/scheduler$/);
    await expect(page.getByRole("button", { name: "Open the sidebar" })).toBeVisible();
    await expect(page.getByRole("link", { name: "All Work Orders", exact: true })).toBeHidden();
  });

  test("the server remembers light or dark mode for the first paint, and other tabs follow", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await visit(page, "/support");
    const other = await page.context().newPage();
    await visit(other, "/terms");
    await page.getByRole("button", { name: /^Account of/ }).click();
    await page.getByRole("button", { name: "Light Mode" }).click();
    await expect(page.locator("html")).toHaveClass("light");
    await expect(other.locator("html")).toHaveClass("light");
    const answer = await (await requestsOf(page)).get("/support");
    expect(await answer.text()).toContain('<html lang="en" class="light"');
  });

  test("Ctrl-K finds a place by a few letters and goes there", async ({ page }) => {
    const errors = complaints(page);
    await visit(page, "/support");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("custom");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("combobox")).toBeHidden();
    await page.keyboard.press("Control+k");
    // Text typed before the field has the focus would be lost.
    await expect(page.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("pending inv");
    await expect(page.getByRole("option", { selected: true })).toContainText("Pending Invitations", {
      ignoreCase: true,
    });
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle(/^Pending invitations/);
    const tabs = page.getByRole("navigation", { name: "Technicians", exact: true });
    await expect(tabs.locator("[aria-current=page]")).toHaveText("Invitations");
    expect(errors).toEqual([]);
  });

  test("search results stay only while they match the text, and Enter always has an entry to open", async ({
    page,
  }) => {
    const hits = ["Pendleton Bakery", "Pender Dental", "Penny Lane"].map((label, at) => ({
      ...{ kind: "customer", label, detail: null, to: `/customers/${at + 1}` },
    }));
    let answer = () => {};
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route("**/resources/search?*", async (route) => {
      const isFirst = new URL(route.request().url()).searchParams.get("q") === "pen";
      if (!isFirst) await isAnswered;
      await route.fulfill({ json: { hits: isFirst ? hits : [] } });
    });
    await visit(page, "/support");
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("pen");
    const results = page.getByRole("group", { name: "Results" }).getByRole("option");
    await expect(results).toHaveText(hits.map(({ label }) => label));
    await page.keyboard.type("d");
    await expect(results).toHaveText(["Pendleton Bakery", "Pender Dental"]);
    const selected = page.getByRole("option", { selected: true });
    await expect(selected).toHaveText("Pendleton Bakery");
    answer();
    await expect(results).toHaveCount(0);
    await expect(selected).toContainText("Pending Invitations", { ignoreCase: true });
    await page.keyboard.press("Enter");
    await expect(page).toHaveTitle(/^Pending invitations/);
  });

  test("'Chat with us' suggests articles, keeps the draft on the device and sends it to support", async ({ page }) => {
    const sent: string[] = [];
    await visit(page, "/todos");
    await page.getByRole("button", { name: "Chat with us" }).click();
    // The live connection also requests its ticket, independent of what is written.
    const isTicket = (url: string) => new URL(url).pathname === "/api/auth/event-token";
    page.on("request", (request) => request.method() !== "GET" && !isTicket(request.url()) && sent.push(request.url()));
    await page.getByLabel("Start a new conversation").fill("I cannot import a file from my bank");
    await page.getByRole("button", { name: /Importing a bank file/ }).click();
    await expect(page.getByRole("heading", { name: "Importing a bank file" })).toBeVisible();
    await page.reload();
    await scriptInCharge(page);
    await page.getByRole("button", { name: "Chat with us" }).click();
    await expect(page.getByLabel("Start a new conversation")).toHaveValue("I cannot import a file from my bank");
    expect(sent).toEqual([]);
    // The form rejects messages submitted faster than anyone types.
    await page.getByLabel("Start a new conversation").fill("I cannot import a file from my bank today");
    await expect(async () => {
      await page.getByRole("button", { name: "Send message" }).click();
      await expect(page.getByText("Sent. We'll reply by email.")).toBeVisible({ timeout: 1000 });
    }).toPass();
    await page.getByRole("link", { name: "Your messages" }).click();
    await expect(page.getByRole("link", { name: /I cannot import a file from my bank today/ }).first()).toBeVisible();
  });

  test("the API's health is shown as text", async ({ page }) => {
    await visit(page, "/support");
    await expect(page.getByText("API Healthy")).toBeVisible();
    await page.route("/api/health", (route) => route.fulfill({ json: { status: "degraded" } }));
    await page.reload();
    await expect(page.getByText("API Unhealthy")).toBeVisible();
    await page.unroute("/api/health");
    await page.route("/api/health", (route) => route.abort());
    await page.reload();
    await expect(page.getByText("API Health Error")).toBeVisible();
  });

  test("offline, the screen stays, and the requested page opens once the connection is back", async ({
    page,
    context,
  }) => {
    await visit(page, "/todos");
    await context.setOffline(true);
    await page.getByRole("link", { name: "Invoices" }).click();
    await expect(page.getByText("You are offline")).toBeVisible();
    await page.getByRole("link", { name: "All Customers" }).click();
    await expect(page).toHaveURL(/\/todos$/);
    await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("No connection");
    await context.setOffline(false);
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Customers");
    await expect(page).toHaveURL(/\/customers$/);
  });

  test("an unreachable server is reported, and the page recovers by itself", async ({ page }) => {
    await visit(page, "/customers");
    await page.getByRole("link", { name: "All Equipment" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Equipment");
    await page.route("**/*", (route) => route.abort());
    // Opens a screen whose script is already loaded; another screen's could not be loaded.
    await page.getByRole("link", { name: "All Customers" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("No connection");
    await page.unroute("**/*");
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Customers");
  });

  test("if a screen's script fails to load, the page stays, and the screen opens once it can", async ({ page }) => {
    await visit(page, "/bugscout/issues");
    await page.route("**/*", (route) => route.abort());
    await page.getByRole("link", { name: "Service Types" }).click();
    const notice = page.getByRole("alert").filter({ hasText: "The server can’t be reached" });
    await expect(notice).toBeVisible();
    await expect(page).toHaveURL(/\/bugscout\/issues$/);
    await page.unroute("**/*");
    await notice.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toContainText("Service types");
  });

  test("leaving a half-filled form needs a confirmation, on a page and in a dialog", async ({ page }) => {
    await visit(page, "/customers");
    await page.getByRole("link", { name: "New customer" }).click();
    await page.getByLabel("First name").first().fill("Noor");
    await page.getByRole("link", { name: "All Customers" }).click();
    const ask = page.getByRole("alertdialog", { name: "Discard this customer?" });
    await ask.getByRole("button", { name: "Keep editing" }).click();
    await expect(ask).toBeHidden();
    await expect(page.getByLabel("First name").first()).toHaveValue("Noor");
    // A key pressed as soon as the question is visible goes to the question, not the form.
    const keysAtFirst = page.evaluate(whoseKeysAtFirst);
    await page.goBack();
    await expect(ask).toBeVisible();
    expect(await keysAtFirst).toBe("the dialog's");
    await page.keyboard.press("Escape");
    // While it is open, it intercepts the keys that would clear the field.
    await expect(ask).toBeHidden();
    await expect(page).toHaveURL(/\/customers\/create$/);
    await page.getByLabel("First name").first().fill("");
    await page.getByRole("link", { name: "All Customers" }).click();
    await expect(page).toHaveURL(/\/customers$/);

    await visit(page, "/customers/3/addresses/new");
    const dialog = page.getByRole("dialog", { name: "Add address" });
    await dialog.getByLabel("Label").pressSequentially("North building");
    await page.keyboard.press("Escape");
    const discard = page.getByRole("alertdialog", { name: "Discard this address?" });
    await expect(discard).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(discard).toBeHidden();
    await expect(dialog.getByLabel("Label")).toHaveValue("North building");
    await page.keyboard.press("Escape");
    await discard.getByRole("button", { name: "Discard" }).click();
    await expect(page).toHaveURL(/\/customers\/3$/);
    await expect(dialog).toBeHidden();
  });

  test("a link followed while a search waits leads there, however busy the page is", async ({ page }) => {
    await visit(page, "/workorders");
    await page.getByLabel("Search work orders").pressSequentially("Half");
    await page.getByRole("link", { name: "All Customers" }).evaluate((link: HTMLElement) => {
      link.click();
      // The search is due before the page is drawn again.
      const until = performance.now() + 400;
      while (performance.now() < until);
    });
    await expect(page).toHaveURL(/\/customers$/);
    await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  });

  test("leaving text in a screen's own fields needs a confirmation", async ({ page }) => {
    const { number } = await addWorkOrder(page, {});
    await visit(page, `/workorders/${number}`);
    const note = page.getByRole("textbox", { name: "New note" });
    const tab = (name: string) =>
      page.getByRole("navigation", { name: "Work order" }).getByRole("link", { name, exact: true });
    const ask = page.getByRole("alertdialog", { name: "Discard this note?" });
    await note.fill("Gate code 4711");
    for (const name of ["Timeline", "Edit"]) {
      await tab(name).click();
      await ask.getByRole("button", { name: "Keep editing" }).click();
      await expect(ask).toBeHidden();
      await expect(page).toHaveURL(new RegExp(`/workorders/${number}$`));
    }
    // A dialog over the screen does not discard anything.
    await page.getByRole("link", { name: "Schedule", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Schedule" });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(note).toHaveValue("Gate code 4711");

    // Cleared or saved text is not lost work, and neither is a search.
    await note.fill("");
    await tab("Timeline").click();
    await expect(page).toHaveURL(/timeline$/);
    await expect(note).toBeHidden();
    await tab("Details").click();
    await note.fill("Ring twice");
    await page.getByRole("button", { name: "Save note" }).first().click();
    await expect(page.getByRole("listitem").filter({ hasText: "Ring twice" })).toBeVisible();
    await expect(note).toHaveValue("");
    await page.getByRole("link", { name: "All Work Orders", exact: true }).click();
    await expect(page).toHaveURL(/\/workorders$/);
    await page.getByLabel("Search work orders").pressSequentially("Half");
    await page.getByRole("link", { name: "All Customers" }).click();
    await expect(page).toHaveURL(/\/customers$/);

    await visit(page, `/workorders/${number}`);
    await page.getByRole("textbox", { name: "New task" }).fill("Check the filter");
    await page.getByRole("link", { name: "All Customers" }).click();
    await page
      .getByRole("alertdialog", { name: "Discard this task?" })
      .getByRole("button", { name: "Discard" })
      .click();
    await expect(page).toHaveURL(/\/customers$/);
  });

  test("on a phone the sidebar is a drawer that closes on navigation", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await visit(page, "/todos");
    await page.getByRole("button", { name: "Open the sidebar" }).click();
    await page.getByText("My household").click();
    await page.getByRole("link", { name: "Expense Tracker" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Expense Tracker");
    await expect(page.getByRole("link", { name: "Expense Tracker" })).toBeHidden();
  });

  for (const path of ["/support", "/workorders/board", "/workorders/scheduler"])
    test(`the first Tab on ${path} focuses a link to the content`, async ({ page }) => {
      await visit(page, path);
      await page.keyboard.press("Tab");
      await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.locator("main")).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(page.locator("main :focus")).toBeVisible();
    });

  test("the menu works by keyboard", async ({ page }) => {
    await visit(page, "/support");
    await page.getByRole("button", { name: /^Account of/ }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "My Account" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("link", { name: "My Account" })).toBeHidden();
  });
});

test("the cookie question is answered once and the answer can be changed", async ({ page }) => {
  await visit(page, "/");
  const question = page.getByRole("region", { name: "Cookies", exact: true });
  await question.getByRole("button", { name: "Reject" }).click();
  await expect(question).toBeHidden();
  await visit(page, "/privacy#cookies");
  await expect(page.getByText("You rejected analytics cookies.")).toBeVisible();
  await page.getByText("Accept", { exact: true }).click();
  await expect(page.getByText("You accepted analytics cookies.")).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem("plenum_consent"))).toBe("accepted");
});

test.describe("as an Admin with a bad connection", () => {
  test.use({ storageState: stateOf("admin") });

  test("a lazy module that fails to load leaves the page unchanged and is retried", async ({ page }) => {
    let arrives = false;
    await page.route(/\/api-health-/, (route) => (arrives ? route.continue() : route.abort()));
    const refused = page.waitForEvent("requestfailed");
    await visit(page, "/support");
    await refused;
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByText("Checking the API")).toBeVisible();
    arrives = true;
    await expect(page.getByText("API Healthy")).toBeVisible();
  });
});

test("without a choice the system's color scheme applies, even without JavaScript", async ({ browser }) => {
  for (const [colorScheme, expected] of [
    ["light", "light"],
    ["dark", "dark"],
  ] as const) {
    const context = await browser.newContext({ colorScheme, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto("/terms");
    await expect(page.locator("html")).toHaveCSS("color-scheme", expected);
    await context.close();
  }
});
