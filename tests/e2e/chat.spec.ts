import { expect, type Page, test } from "@playwright/test";
import { violationsOf } from "./axe";
import { stateOf } from "./people";
import { ask, visit } from "./visit";

test.use({ storageState: stateOf("admin") });

const box = (page: Page) => page.getByLabel("Your question");

async function question(page: Page, text: string): Promise<void> {
  await box(page).fill(text);
  await box(page).press("Enter");
  await expect(page.getByRole("region", { name: "Messages" })).toContainText(text);
}

const todosOf = async (page: Page, title: string) =>
  (await (await ask(page, "get", "/todos?limit=100")).text()).split(title).length - 1;

test("a question is answered by rows that lead to their records", async ({ page }) => {
  const [customer] = (await (await ask(page, "get", "/customers?limit=1")).json()).items;
  await visit(page, "/chat");
  await question(page, `find customer ${customer.name}`);
  const row = page
    .getByRole("region", { name: "Messages" })
    .getByRole("link", { name: new RegExp(customer.name) })
    .first();
  await expect(row).toBeVisible();
  expect(await violationsOf(page)).toEqual([]);
  await row.click();
  await expect(page).toHaveURL(/\/customers\//);
  await expect(page.getByRole("heading", { name: customer.name }).first()).toBeVisible();
});

test("what is to be written is shown first: a yes writes it once, a no nothing", async ({ page }) => {
  const [yes, no] = [0, 1].map(() => `Order filters ${crypto.randomUUID().slice(0, 8)}`);
  await visit(page, "/chat");
  await question(page, `Remind me to ${yes} tomorrow 9`);
  const card = page.getByRole("region", { name: "Messages" });
  await expect(card).toContainText("Waiting for your yes");
  await expect(card).toContainText("Nothing happens until you say yes.");
  expect(await todosOf(page, yes ?? "")).toBe(0);
  // A double click says yes twice.
  await card.getByRole("button", { name: /to-do/i }).dblclick();
  await expect(card).toContainText("Done");
  expect(await todosOf(page, yes ?? "")).toBe(1);
  await page.reload();
  await expect(card).toContainText("Done");
  await expect(card.getByRole("button", { name: "Don't" })).toHaveCount(0);

  await question(page, `Remind me to ${no} tomorrow 9`);
  await card.getByRole("button", { name: "Don't" }).click();
  await expect(card).toContainText("Declined");
  expect(await todosOf(page, no ?? "")).toBe(0);
});

test("what nobody can answer is sent to support with the question, and lies in its inbox", async ({ page }) => {
  const asked = `Zqxv wrrbl ${crypto.randomUUID().slice(0, 8)} flurb`;
  await visit(page, "/chat");
  await question(page, asked);
  await page.getByRole("link", { name: "Send this to support" }).click();
  await expect(page.getByLabel("Message")).toHaveValue(asked);
  await page.getByLabel("Message").fill(`${asked}\nWhat does this mean?`);
  // What is sent at once is taken for a robot's.
  await expect(async () => {
    await page.getByRole("button", { name: "Send message" }).click({ timeout: 1000 });
    await expect(page.getByText("Your message was sent.")).toBeVisible({ timeout: 2000 });
  }).toPass();
  await visit(page, "/support/messages");
  await page
    .getByRole("link", { name: new RegExp(asked) })
    .first()
    .click();
  await expect(page.getByText("What does this mean?").first()).toBeVisible();
});

test("an answer that is slow is stopped, its question is saved, and it can be asked again", async ({ page }) => {
  await visit(page, "/chat");
  let isSlow = true;
  await page.route("**/api/chat/questions/retry", (route) => (isSlow ? undefined : route.continue()));
  await page.route("**/api/chat/questions", async (route) => {
    // The question is stored; what follows does not come.
    const response = await route.fetch();
    const [saved = ""] = (await response.text()).split("\n\n");
    await route.fulfill({ response, body: `${saved}\n\n` });
  });
  await question(page, "Which jobs are late?");
  await expect(page.getByText("The connection was lost. Try again.")).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Looking it up…")).toBeVisible();
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByText("Stopped. Your question is saved.")).toBeVisible();
  isSlow = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Looking it up…")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Messages" })).toContainText("Assistant:");
});
