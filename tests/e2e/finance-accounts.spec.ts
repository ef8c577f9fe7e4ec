import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, scriptInCharge, visit } from "./visit";

test.use({ storageState: stateOf("household") });

const csv = (text: string, name = "statement.csv") => ({ name, mimeType: "text/csv", buffer: Buffer.from(text) });

/** A new account, so that other tests' rows do not interfere. */
async function openNewAccount(page: Page, name: string): Promise<void> {
  await visit(page, "/finances/accounts/new");
  await page.getByLabel("Account name").fill(name);
  await page.getByLabel("Starting balance").fill("100");
  await page.getByRole("button", { name: "Add Account" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
}

async function importing(page: Page, file: ReturnType<typeof csv>) {
  await page.getByRole("link", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Import CSV" });
  await dialog.locator("input[type=file]").setInputFiles(file);
  return dialog;
}

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open };
}

/**
 * Holds the discarding of a file until `release`, for when a link to `route` has been followed, and holds the routes' response
 * until the file is discarded: the write ends before the router knows the route it is navigating to.
 */
async function endsWhileRoutesAreDiscovered(page: Page, route: string) {
  const followed = gate();
  const discarded = gate();
  await page.route("**/__manifest?*", async (request) => {
    if (request.request().url().includes(route)) await discarded.opened;
    await request.continue();
  });
  await page.route("**/resources/imports/**", async (request) => {
    if (!request.request().postData()?.includes("discard")) return request.continue();
    await followed.opened;
    await request.continue();
  });
  const answered = page.waitForResponse((one) => one.request().postData()?.includes("discard") ?? false);
  return {
    async release() {
      followed.open();
      await answered;
      discarded.open();
    },
  };
}

test("a file is previewed, its questions answered, imported, undone and redone", async ({ page }) => {
  await openNewAccount(page, "Imports");
  const text =
    "Date,Description,Amount\n03/04/2025,Coffee,-4.75\n03/04/2025,Coffee,-4.75\n05/06/2025,Pay,900.00\n05/06/2025,Odd,x\n";
  const dialog = await importing(page, csv(text));
  await expect(dialog.getByRole("button", { name: "Import", exact: true })).toBeDisabled();
  await dialog
    .getByRole("button", { name: "March 4, 2025" })
    .or(dialog.getByRole("button", { name: "April 3, 2025" }))
    .first()
    .click();
  await expect(dialog.getByRole("button", { name: "New 3" })).toBeVisible();
  await dialog.getByRole("button", { name: "Error 1" }).click();
  await expect(dialog.getByText("Row 5: amount “x” is not a number")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Import 3 transactions" }).click();
  await expect(page.getByText("Import successful! 3 transactions added, 0 skipped.")).toBeVisible();
  await expect(dialog.getByText("statement.csv is in the account.")).toBeVisible();
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("$990.50").first()).toBeVisible();

  const again = await importing(page, csv(text));
  await expect(again.getByRole("button", { name: "Duplicate 3" })).toBeVisible();
  await expect(again.getByText("Read with this account's saved mapping.")).toBeVisible();
  const slow = await endsWhileRoutesAreDiscovered(page, "undo");
  await again.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("link", { name: "Past imports" }).click();
  const past = page.getByRole("dialog", { name: "Past imports" });
  await past.getByRole("link", { name: "Undo the import of statement.csv" }).click();
  await slow.release();
  const confirmation = page.getByRole("alertdialog", { name: "Undo Import" });
  await expect(confirmation.getByText("The 3 transactions of statement.csv are removed")).toBeVisible();
  await confirmation.getByRole("button", { name: "Undo Import" }).click();
  await expect(page.getByText("Import undone.")).toBeVisible();
  await expect(page.getByText("No transactions found for this account.")).toBeVisible();
  await past.getByRole("link", { name: "Redo the import of statement.csv" }).click();
  await page.getByRole("alertdialog", { name: "Redo Import" }).getByRole("button", { name: "Redo Import" }).click();
  await expect(page.getByText("Import redone. 3 transactions are back.")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByText("$990.50").first()).toBeVisible();
});

test("imported rows show even if the dialog is closed early", async ({ page }) => {
  await openNewAccount(page, "Early");
  const dialog = await importing(page, csv("Date,Description,Amount\n2025-04-20,Lunch,-9.50\n"));
  await expect(dialog.getByRole("button", { name: "Import 1 transaction" })).toBeVisible();
  // The list loads behind the dialog and is not there yet when the dialog closes.
  const requested = page.waitForRequest((request) => /accounts\/[^/]+\/import\.data/.test(request.url()));
  let isFirst = true;
  await page.route(/accounts\/[^/]+\/import\.data/, (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
  });
  await dialog.getByRole("button", { name: "Import 1 transaction" }).click();
  await requested;
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("$90.50").first()).toBeVisible();
});

test("a possible match waits for a decision", async ({ page }) => {
  await openNewAccount(page, "Matches");
  await page.getByRole("link", { name: "Add Transaction", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Add New Transaction" });
  await form.getByLabel("Type").selectOption("withdrawal");
  await form.getByLabel("Amount").fill("19.80");
  await form.getByLabel("Date").fill("2026-10-05");
  await form.getByLabel("Description").fill("Power");
  await form.getByRole("button", { name: "Add Transaction" }).click();
  await expect(form).toBeHidden();
  const dialog = await importing(page, csv("Date,Description,Amount\n2026-10-06,WE ENERGIES,-19.80\n"));
  await expect(dialog.getByText("Review the possible matches first.")).toBeVisible();
  await dialog.getByLabel("Same transaction").check();
  await dialog.getByRole("button", { name: "Import", exact: true }).click();
  await expect(dialog.getByText("statement.csv had nothing new for this account.")).toBeVisible();
});

test("a transaction entered while a file is reviewed becomes a possible match before the import", async ({ page }) => {
  await openNewAccount(page, "Meanwhile");
  const id = new URL(page.url()).pathname.split("/").at(-1);
  const dialog = await importing(
    page,
    csv("Date,Description,Amount\n2026-10-05,Coffee,-4.75\n2026-10-06,Pay,1200.00\n"),
  );
  const start = dialog.getByRole("button", { name: "Import 2 transactions" });
  await expect(start).toBeVisible();
  const entered = {
    type: "withdrawal",
    amount: 4.75,
    transactionDate: "2026-10-05",
    description: "Cafe",
    category: "food",
  };
  const added = await ask(page, "post", `/bank-accounts/${id}/transactions`, entered);
  expect(added.ok(), await added.text()).toBe(true);
  await start.click();
  await expect(dialog.getByRole("alert")).toContainText(
    "The account has new transactions that may already be in this file.",
  );
  await expect(dialog.getByText("These may be transactions you already have.")).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Possible match/ })).toHaveAttribute("aria-pressed", "true");
});

test("thousands of rows can be paged and searched", async ({ page }) => {
  await openNewAccount(page, "Long history");
  const rows = Array.from(
    { length: 5000 },
    (_, at) => `2025-01-${String((at % 28) + 1).padStart(2, "0")},Shop ${at},-${at + 1}.00`,
  );
  const dialog = await importing(page, csv(`Date,Description,Amount\n${rows.join("\n")}\n`));
  await expect(dialog.getByText("Page 1 of 200")).toBeVisible();
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByText("Shop 25", { exact: true })).toBeVisible();
  await dialog.getByLabel("Search rows").fill("shop 4711.00");
  await expect(dialog.getByText("1 of 5,000")).toBeVisible();
  await expect(dialog.getByText("Shop 4710", { exact: true })).toBeVisible();
});

test("an uploaded file still waits for confirmation after a reload", async ({ page }) => {
  await openNewAccount(page, "Reloads");
  const first = await importing(page, csv("Date,Description,Amount\n2025-04-20,Lunch,-9.50\n"));
  await expect(first.getByRole("button", { name: "Import 1 transaction" })).toBeVisible();
  await page.reload();
  await scriptInCharge(page);
  const dialog = page.getByRole("dialog", { name: "Import CSV" });
  await expect(dialog.getByRole("button", { name: "Import 1 transaction" })).toBeVisible();

  // A dialog closed without an answer keeps the file, and the next one offers it.
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Import CSV" }).click();
  await dialog.getByRole("link", { name: "Review statement.csv" }).first().click();
  await dialog.getByRole("button", { name: "Import 1 transaction" }).click();
  await expect(dialog.getByText("statement.csv is in the account.")).toBeVisible();
});

test("a file that is not CSV is rejected before it is uploaded", async ({ page }) => {
  await openNewAccount(page, "Refusals");
  const dialog = await importing(page, { name: "a.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF") });
  await expect(dialog.getByRole("alert")).toHaveText("Invalid file type. Please select a CSV file.");
  await dialog.locator("input[type=file]").setInputFiles(csv("%PDF-1.7\n%abc"));
  await expect(dialog.getByRole("alert")).toHaveText("Import failed: The file is a PDF, not a CSV.");
});

test("changing a transaction's type resets its category, and deleting requires typing DELETE", async ({ page }) => {
  await openNewAccount(page, "Short-lived");
  await page.getByRole("link", { name: "Add Transaction", exact: true }).click();
  const form = page.getByRole("dialog", { name: "Add New Transaction" });
  await form.getByLabel("Category").selectOption("salary");
  await form.getByLabel("Type").selectOption("withdrawal");
  await expect(form.getByLabel("Category")).toHaveValue("other");
  await expect(form.getByLabel("To account")).toHaveCount(0);
  await form.getByLabel("Type").selectOption("transfer");
  await expect(form.getByLabel("To account")).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await form.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("link", { name: "Delete Account" }).click();
  const ask = page.getByRole("alertdialog", { name: "Delete Bank Account" });
  const button = ask.getByRole("button", { name: "Delete Account" });
  await ask.getByRole("textbox").fill("delete");
  await expect(button).toBeDisabled();
  await ask.getByRole("textbox").fill("DELETE");
  await button.click();
  await expect(page.getByText("Account deleted.")).toBeVisible();
});

test("new transactions can be reviewed by keyboard: navigated, confirmed, categorized and undone", async ({ page }) => {
  await openNewAccount(page, "Reviewed by keys");
  const word = `Keyboard${Date.now()}`;
  const today = new Date().toISOString().slice(0, 10);
  const dialog = await importing(
    page,
    csv(`Date,Description,Amount\n${today},${word} lamp,-31.00\n${today},${word} desk,-32.00\n`, "keys.csv"),
  );
  await dialog.getByRole("button", { name: "Import 2 transactions" }).click();
  await expect(dialog.getByText("keys.csv is in the account.")).toBeVisible();
  await visit(page, `/finances/transactions?review=open&q=${word}&sort=amount_up`);
  const rows = page.getByRole("list", { name: "Transactions" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await page.keyboard.press("j");
  await expect(page.getByRole("checkbox", { name: `Select ${word} desk` })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("checkbox", { name: `Select ${word} lamp` })).toBeFocused();
  await page.keyboard.press("a");
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole("checkbox", { name: `Select ${word} desk` })).toBeFocused();
  await page.keyboard.press("u");
  await expect(rows).toHaveCount(2);
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  const category = page.locator("#transactions-change").getByRole("combobox", { name: "Category" });
  await expect(category).toBeFocused();
  await category.selectOption("shopping");
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(1);
  await expect(page.getByLabel("Select all shown")).not.toBeChecked();
  await visit(page, `/finances/transactions?q=${word}+desk`);
  await expect(rows).toContainText("Shopping");
});

test("shortcuts of a single key can be turned off, and stay so", async ({ page }) => {
  await visit(page, "/finances/transactions");
  const first = page.getByRole("list", { name: "Transactions" }).getByRole("checkbox").first();
  await page.keyboard.press("j");
  await expect(first).toBeFocused();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await dialog.getByRole("switch", { name: "Shortcuts of a single key" }).uncheck();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("category, then Enter")).toBeHidden();
  await visit(page, "/finances/transactions");
  await page.keyboard.press("j");
  await page.keyboard.press("?");
  await expect(first).not.toBeFocused();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await dialog.getByRole("switch", { name: "Shortcuts of a single key" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(first).toBeFocused();
});

test("an uploaded file is still there after a reload, and pressing Back once leaves the import", async ({ page }) => {
  await openNewAccount(page, "Kept import");
  const account = page.url();
  const dialog = await importing(page, csv("Date,Description,Amount\n2025-04-20,Lunch,-9.50\n", "kept.csv"));
  await expect(dialog.getByRole("button", { name: "Import 1 transaction" })).toBeVisible();
  await expect(page).toHaveURL(/\/import\?staged=/);
  const staged = page.url();
  await page.reload();
  await scriptInCharge(page);
  await expect(dialog.getByRole("button", { name: "Import 1 transaction" })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(account);
  await expect(dialog).toBeHidden();
  await visit(page, staged);
  await dialog.getByRole("button", { name: "Import 1 transaction" }).click();
  await expect(dialog.getByText("kept.csv is in the account.")).toBeVisible();
});

test("a rule's preview survives a reload, and pressing Back once leaves the rules however many were added", async ({
  page,
}) => {
  await openNewAccount(page, "Rules");
  const word = `Ruled${Date.now()}`;
  const file = await importing(page, csv(`Date,Description,Amount\n2025-04-20,${word} store,-9.50\n`, "ruled.csv"));
  await file.getByRole("button", { name: "Import 1 transaction" }).click();
  await expect(file.getByText("ruled.csv is in the account.")).toBeVisible();
  const list = `/finances/transactions?q=${word}`;
  await visit(page, list);
  await page.getByRole("link", { name: "Rules", exact: true }).click();
  const rules = page.getByRole("dialog", { name: "Category rules" });
  await rules.getByLabel("When the description contains").fill(word);
  await rules.getByLabel("Always").selectOption({ label: "Shopping" });
  await rules.getByRole("button", { name: "Add rule" }).click();
  await expect(rules.getByText("1 earlier transaction would change:")).toBeVisible();
  await page.reload();
  await scriptInCharge(page);
  await expect(rules.getByText("1 earlier transaction would change:")).toBeVisible();
  await rules.getByRole("button", { name: `Delete the rule for ${word}` }).click();
  await expect(rules.getByText(word, { exact: true })).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`${list.replace("?", "\\?")}$`));
  await expect(rules).toBeHidden();
});

test("the dialog for connecting a bank opens by its URL and closes with Back", async ({ page }) => {
  const shared = page.getByRole("dialog", { name: "What information will be shared?" });
  await visit(page, "/finances/accounts/connect");
  await expect(shared).toBeVisible();
  await visit(page, "/finances/accounts");
  await page.getByRole("link", { name: "Connect Bank" }).click();
  await expect(shared).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/finances\/accounts$/);
  await expect(shared).toBeHidden();
});
